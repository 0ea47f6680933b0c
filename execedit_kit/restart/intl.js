  // The engine has no Intl. This is the part of ECMA-402 that a small program meets, for UTC and three locales (en-US,
  // en-GB, sv-SE; any other falls back to en-US, as the standard lets it). Another zone is a RangeError: there is no table.
  // Everything it uses later is a constant of the prelude, as a plan may replace every global and every method: lists are
  // walked by number and not by their iterator, what is looked up by name has no prototype, and texts are put together
  // with +, because the engine calls String.prototype.concat for a template.
  const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
  const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
  const LOCALES = ["en-US", "en-GB", "sv-SE"];
  const TAG = /^[A-Za-z]{2,8}(?:[-_][A-Za-z0-9]{1,8})*$/, SWEDISH = /^sv\b/i;
  const ZONE = /^(?:UTC|GMT|Etc\/(?:UTC|GMT|UCT|Zulu|Universal)|Zulu|Universal|[+-]00:?(?:00)?)$/i;
  const listed = (given) => (given === undefined ? [] : isArray(given) ? map(given, (one) => one) : [given]);
  const localeOf = (given) => {
    const wanted = given === undefined || typeof given === "string" ? listed(given) : Object(given);
    for (let i = 0; i < wanted.length; i++) {
      const tag = wanted[i];
      if (typeof tag !== "string" || !matches(TAG, tag)) throw new RangeError("Incorrect locale information provided: " + text(tag));
      for (let k = 0; k < LOCALES.length; k++) if (lower(LOCALES[k]) === lower(tag)) return LOCALES[k];
      if (matches(SWEDISH, tag)) return "sv-SE";
    }
    return LOCALES[0];
  };
  const supportedLocalesOf = (given) => kept(listed(given), (tag) => has(LOCALES, tag));
  const oneOf = (options, name, allowed) => {
    const value = options[name];
    if (value === undefined) return undefined;
    const chosen = text(value);
    if (!has(allowed, chosen)) throw new RangeError("Value " + chosen + " out of range for Intl options property " + name);
    return chosen;
  };
  const optionsOf = (given) => (given === undefined ? { __proto__: null } : Object(given));
  const pad = (number, digits) => padStart(text(number), digits, "0");
  const NAMES = ["long", "short", "narrow"];
  const NUMBERS = ["numeric", "2-digit"];
  const FIELDS = { __proto__: null, weekday: NAMES, era: NAMES, year: NUMBERS, month: joinedLists(NUMBERS, NAMES), day: NUMBERS, dayPeriod: NAMES, hour: NUMBERS, minute: NUMBERS, second: NUMBERS };
  const DATE_FIELDS = ["weekday", "year", "month", "day"];
  const TIME_FIELDS = ["dayPeriod", "hour", "minute", "second", "fractionalSecondDigits"];
  const STYLES = ["full", "long", "medium", "short"];
  const HALVES = [["AM", "PM"], ["am", "pm"]];

  const resolve = (locales, given, required, defaults) => {
    const options = optionsOf(given);
    const locale = localeOf(locales);
    const zone = options.timeZone === undefined ? "UTC" : text(options.timeZone);
    if (!matches(ZONE, zone)) throw new RangeError("Invalid time zone specified: " + zone + " (only UTC is known here)");
    const chosen = { __proto__: null };
    for (const name in FIELDS) chosen[name] = oneOf(options, name, FIELDS[name]);
    const fraction = options.fractionalSecondDigits;
    if (fraction !== undefined && !(fraction >= 1 && fraction <= 3)) throw new RangeError("fractionalSecondDigits value is out of range.");
    chosen.fractionalSecondDigits = fraction === undefined ? undefined : floor(fraction);
    const zoneName = oneOf(options, "timeZoneName", ["short", "long", "shortOffset", "longOffset", "shortGeneric", "longGeneric"]);
    const dateStyle = oneOf(options, "dateStyle", STYLES);
    const timeStyle = oneOf(options, "timeStyle", STYLES);
    const cycle = oneOf(options, "hourCycle", ["h11", "h12", "h23", "h24"]);
    const set = (names) => some(names, (name) => chosen[name] !== undefined);
    if (dateStyle !== undefined || timeStyle !== undefined) {
      if (set(DATE_FIELDS) || set(TIME_FIELDS) || zoneName !== undefined) throw new TypeError("Can't set option when dateStyle or timeStyle is used");
    } else if (!(required !== "time" && set(DATE_FIELDS)) && !(required !== "date" && set(TIME_FIELDS))) {
      if (defaults !== "time") chosen.year = chosen.month = chosen.day = "numeric";
      if (defaults !== "date") chosen.hour = chosen.minute = chosen.second = "numeric";
    }
    const half = options.hour12 === undefined ? (cycle === undefined ? locale === "en-US" : cycle < "h20") : !!options.hour12;
    const hourCycle = options.hour12 === undefined && cycle !== undefined ? cycle : half ? "h12" : "h23";
    return { __proto__: null, locale, zone: "UTC", chosen, zoneName, dateStyle, timeStyle, hourCycle };
  };

  const cut = (name, width) => (width === "long" ? name : width === "narrow" ? name[0] : slice(name, 0, 3));
  const literal = (value) => ({ type: "literal", value });
  const joined = (groups, separator) => {
    let all = [];
    for (let i = 0; i < groups.length; i++) {
      if (all.length && groups[i].length) put(all, literal(separator));
      all = joinedLists(all, groups[i]);
    }
    return all;
  };

  // The date's parts in the order of the locale.
  const dateParts = ({ locale, dateStyle }, chosen, d) => {
    const { weekday, year, month, day } = chosen;
    const named = has(NAMES, month);
    const british = locale === "en-GB", iso = locale === "sv-SE";
    const wide = british && !named && month !== undefined && (day !== undefined || year !== undefined) || iso && !named;
    const number = (value, how) => (how === "2-digit" || wide ? pad(value, 2) : text(value));
    const one = (how, type, value) => (how === undefined ? [] : [{ type, value }]);
    const W = one(weekday, "weekday", cut(DAYS[d.day], weekday));
    const Y = one(year, "year", year === "2-digit" ? pad(d.fullYear % 100, 2) : text(d.fullYear));
    const M = one(month, "month", named ? cut(MONTHS[d.month], month) : number(d.month + 1, month));
    const D = one(day, "day", day === undefined ? "" : month === undefined ? (day === "2-digit" ? pad(d.date, 2) : text(d.date)) : number(d.date, day));
    if (iso) return joined([W, named ? joined([D, M, Y], " ") : joined([Y, M, D], "-")], " ");
    let rest;
    if (british) rest = joined([D, M, Y], named ? " " : "/");
    else if (named) rest = D.length ? joined([joined([M, D], " "), Y], ", ") : joined([M, Y], " ");
    else rest = joined([M, D, Y], "/");
    if (!W.length || !rest.length) return joinedLists(W, rest);
    if (!M.length && !Y.length) return british ? joined([W, D], " ") : joined([D, W], " ");
    return joined([W, rest], british && named && !Y.length ? " " : ", ");
  };

  const timeParts = ({ locale, hourCycle }, chosen, zoneName, d) => {
    const { hour, minute, second, fractionalSecondDigits: fraction } = chosen;
    const parts = [];
    const half = hourCycle === "h12" || hourCycle === "h11";
    const add = (type, value) => { if (parts.length) put(parts, literal(":")); put(parts, { type, value }); };
    if (hour !== undefined) {
      const h = d.hours;
      const shownHour = hourCycle === "h12" ? h % 12 || 12 : hourCycle === "h11" ? h % 12 : hourCycle === "h24" ? h || 24 : h;
      add("hour", hour === "2-digit" || !half ? pad(shownHour, 2) : text(shownHour));
    }
    if (minute !== undefined) add("minute", hour !== undefined || second !== undefined ? pad(d.minutes, 2) : text(d.minutes));
    if (second !== undefined) add("second", minute !== undefined || hour !== undefined ? pad(d.seconds, 2) : text(d.seconds));
    if (fraction !== undefined) {
      if (parts.length) put(parts, literal("."));
      put(parts, { type: "fractionalSecond", value: slice(pad(d.milliseconds, 3), 0, fraction) });
    }
    if (hour !== undefined && half) put(parts, literal(" "), { type: "dayPeriod", value: HALVES[locale === "en-GB" ? 1 : 0][d.hours < 12 ? 0 : 1] });
    if (zoneName !== undefined) {
      if (parts.length) put(parts, literal(" "));
      put(parts, { type: "timeZoneName", value: zoneName === "shortOffset" || zoneName === "longOffset" ? "GMT" : slice(zoneName, 0, 4) === "long" ? "Coordinated Universal Time" : "UTC" });
    }
    return parts;
  };

  const DATE_STYLES = {
    full: { __proto__: null, weekday: "long", year: "numeric", month: "long", day: "numeric" },
    long: { __proto__: null, year: "numeric", month: "long", day: "numeric" },
    medium: { __proto__: null, year: "numeric", month: "short", day: "numeric" },
    short: { __proto__: null, year: "2-digit", month: "numeric", day: "numeric" },
  };
  const partsOf = (resolved, given) => {
    const time = given === undefined ? timeOf(new Date()) : timeOf(new Date(typeof given === "object" && isDate(given) ? timeOf(given) : Number(given)));
    if (time !== time) throw new RangeError("Invalid time value");
    const d = fieldsOf(new Date(time));
    const { locale, dateStyle, timeStyle } = resolved;
    let { chosen, zoneName } = resolved;
    if (dateStyle !== undefined || timeStyle !== undefined) {
      chosen = { __proto__: null, ...DATE_STYLES[dateStyle] };
      if (dateStyle === "short" && locale !== "en-US") chosen = { __proto__: null, year: "numeric", month: "2-digit", day: "2-digit" };
      if (timeStyle !== undefined) chosen.hour = chosen.minute = "numeric";
      if (timeStyle !== undefined && timeStyle !== "short") chosen.second = "numeric";
      zoneName = timeStyle === "full" ? "long" : timeStyle === "long" ? "short" : undefined;
    }
    const date = dateParts(resolved, chosen, d);
    const clock = timeParts(resolved, chosen, zoneName, d);
    const onlyShortDay = chosen.weekday !== "long" && !some(DATE_FIELDS, (name) => name !== "weekday" && chosen[name] !== undefined);
    const separator = locale === "sv-SE" || (onlyShortDay && chosen.hour !== undefined) ? " " : chosen.month === "long" && chosen.hour !== undefined ? " at " : ", ";
    return joined([date, clock], separator);
  };
  const written = (parts) => {
    let out = "";
    for (let i = 0; i < parts.length; i++) out += parts[i].value;
    return out;
  };
  const resolvedDate = (r) => {
    const out = { locale: r.locale, calendar: "gregory", numberingSystem: "latn", timeZone: r.zone };
    if (r.chosen.hour !== undefined || r.timeStyle !== undefined) { own(out, "hourCycle", r.hourCycle); own(out, "hour12", r.hourCycle < "h20"); }
    for (const name in r.chosen) if (r.chosen[name] !== undefined) own(out, name, r.chosen[name]);
    if (r.zoneName !== undefined) own(out, "timeZoneName", r.zoneName);
    if (r.dateStyle !== undefined) own(out, "dateStyle", r.dateStyle);
    if (r.timeStyle !== undefined) own(out, "timeStyle", r.timeStyle);
    return out;
  };

  const group = (digits) => {
    let out = "";
    for (let i = 0; i < digits.length; i++) out += (i && (digits.length - i) % 3 === 0 ? "," : "") + digits[i];
    return out;
  };
  const numberOf = (options) => {
    const style = oneOf(options, "style", ["decimal", "percent", "currency", "unit"]) ?? "decimal";
    const currency = style === "currency" ? upper(text(options.currency)) : undefined;
    const usual = style === "percent" ? [0, 0] : style === "currency" ? [2, 2] : [0, 3];
    const least = options.minimumFractionDigits ?? min(usual[0], options.maximumFractionDigits ?? usual[0]);
    const most = options.maximumFractionDigits ?? max(usual[1], least);
    if (!(least >= 0 && most <= 100 && least <= most)) throw new RangeError("maximumFractionDigits value is out of range.");
    return { __proto__: null, style, currency, least, most, whole: options.minimumIntegerDigits ?? 1, grouped: options.useGrouping !== false, unit: options.unit, sign: options.signDisplay };
  };
  const numberText = (o, value) => {
    const n = Number(value) * (o.style === "percent" ? 100 : 1);
    if (n !== n) return "NaN";
    if (n === Infinity || n === -Infinity) return n < 0 ? "-∞" : "∞";
    const fixed = toFixed(abs(n), o.most), point = indexOf(fixed, ".");
    const whole = padStart(point < 0 ? fixed : slice(fixed, 0, point), o.whole, "0");
    let fraction = point < 0 ? "" : slice(fixed, point + 1);
    while (fraction.length > o.least && fraction[fraction.length - 1] === "0") fraction = slice(fraction, 0, -1);
    const sign = n < 0 ? "-" : (o.sign === "always" || (o.sign === "exceptZero" && n > 0)) ? "+" : "";
    const digits = (o.grouped ? group(whole) : whole) + (fraction ? "." + fraction : "");
    const money = { __proto__: null, USD: "$", EUR: "€", GBP: "£" }[o.currency] ?? (o.currency ? o.currency + "\u00a0" : "");
    return sign + money + digits + (o.style === "percent" ? "%" : o.style === "unit" ? " " + o.unit + (n === 1 ? "" : "s") : "");
  };

  const listText = (items, type, style) => {
    const all = [];
    for (const item of items) {
      if (typeof item !== "string") throw new TypeError("Iterable yielded " + shown(item) + " which is not a string");
      put(all, item);
    }
    const word = type === "unit" ? (style === "narrow" ? "" : ",") : type === "disjunction" ? "or" : style === "long" ? "and" : "&";
    if (all.length < 2) return join(all, "");
    if (type === "unit") return join(all, style === "narrow" ? " " : ", ");
    return all.length === 2 ? all[0] + " " + word + " " + all[1] : join(kept(all, (_, i) => i < all.length - 1), ", ") + ", " + word + " " + all[all.length - 1];
  };
  const plural = (n, ordinal) => {
    if (!ordinal) return Number(n) === 1 ? "one" : "other";
    const tens = n % 100, ones = n % 10;
    if (tens > 10 && tens < 14) return "other";
    return ones === 1 ? "one" : ones === 2 ? "two" : ones === 3 ? "few" : "other";
  };
  const asFunction = (Kind) => {
    const callable = function (locales = undefined, options = undefined) { return new Kind(locales, options); };
    callable.prototype = Kind.prototype;
    hidden(Kind.prototype, "constructor", callable);
    defineProperty(callable, "name", { value: Kind.name, configurable: true });
    hidden(callable, "supportedLocalesOf", supportedLocalesOf);
    return callable;
  };

  class DateTimeFormat {
    #resolved;
    #format;
    constructor(locales, options) { this.#resolved = resolve(locales, options, "any", "date"); }
    get format() { return (this.#format ??= (date) => written(partsOf(this.#resolved, date))); }
    formatToParts(date) { return partsOf(this.#resolved, date); }
    formatRange(from, to) {
      const a = written(partsOf(this.#resolved, from)), b = written(partsOf(this.#resolved, to));
      return a === b ? a : a + " – " + b;
    }
    resolvedOptions() { return resolvedDate(this.#resolved); }
  }
  class NumberFormat {
    #o;
    #locale;
    #format;
    constructor(locales, options) { this.#locale = localeOf(locales); this.#o = numberOf(optionsOf(options)); }
    get format() { return (this.#format ??= (value) => numberText(this.#o, value)); }
    resolvedOptions() { return { locale: this.#locale, numberingSystem: "latn", style: this.#o.style, minimumFractionDigits: this.#o.least, maximumFractionDigits: this.#o.most }; }
  }
  class ListFormat {
    #type;
    #style;
    constructor(locales, options = { __proto__: null }) {
      localeOf(locales);
      this.#type = oneOf(options, "type", ["conjunction", "disjunction", "unit"]) ?? "conjunction";
      this.#style = oneOf(options, "style", NAMES) ?? "long";
    }
    format(items) { return listText(items, this.#type, this.#style); }
  }
  class PluralRules {
    #ordinal;
    constructor(locales, options = { __proto__: null }) { localeOf(locales); this.#ordinal = oneOf(options, "type", ["cardinal", "ordinal"]) === "ordinal"; }
    select(n) { return plural(n, this.#ordinal); }
  }
  const UNITS = ["second", "minute", "hour", "day", "week", "month", "quarter", "year"];
  const BASES = ["base", "accent"];
  class RelativeTimeFormat {
    #auto;
    constructor(locales, options = { __proto__: null }) { localeOf(locales); this.#auto = oneOf(options, "numeric", ["always", "auto"]) === "auto"; }
    format(value, unit) {
      const n = Number(value), plural = text(unit), name = plural[plural.length - 1] === "s" ? slice(plural, 0, -1) : plural;
      if (!has(UNITS, name)) throw new RangeError("Invalid unit argument for format() '" + plural + "'");
      if (this.#auto && name === "day" && (n === -1 || n === 0 || n === 1)) return ["yesterday", "today", "tomorrow"][n + 1];
      if (this.#auto && n === 0) return name === "second" ? "now" : "this " + name;
      const size = abs(n), words = numberText(numberOf({ __proto__: null }), size) + " " + name + (size === 1 ? "" : "s");
      return n < 0 || (n === 0 && 1 / n < 0) ? words + " ago" : "in " + words;
    }
  }
  class Collator {
    #numeric;
    #base;
    #compare;
    constructor(locales, options = { __proto__: null }) { localeOf(locales); this.#numeric = !!options.numeric; this.#base = has(BASES, options.sensitivity); }
    get compare() { return (this.#compare ??= (x, y) => collate(text(x), text(y), this.#numeric, this.#base)); }
    resolvedOptions() { return { locale: LOCALES[0], usage: "sort", sensitivity: this.#base ? "base" : "variant", numeric: this.#numeric }; }
  }
  // Letters first by what they are without accents and case, then accents, then lower case before upper.
  const bare = (s) => {
    const apart = normalize(s, "NFD");
    let out = "";
    for (let i = 0; i < apart.length; i++) if (apart[i] < "\u0300" || apart[i] > "\u036f") out += apart[i];
    return lower(out);
  };
  const isDigit = (c) => c >= "0" && c <= "9";
  // The runs of digits and of other signs.
  const runs = (s) => {
    const out = [];
    for (let i = 0, from = 0; i < s.length; i++) {
      if (i + 1 === s.length || isDigit(s[i]) !== isDigit(s[i + 1])) { put(out, slice(s, from, i + 1)); from = i + 1; }
    }
    return out;
  };
  const collate = (x, y, numeric, base) => {
    const p = bare(x), q = bare(y);
    if (numeric) {
      const m = runs(p), n = runs(q);
      for (let i = 0; i < m.length && i < n.length; i++) {
        const both = isDigit(m[i][0]) && isDigit(n[i][0]);
        if (both ? Number(m[i]) !== Number(n[i]) : m[i] !== n[i]) return (both ? Number(m[i]) < Number(n[i]) : m[i] < n[i]) ? -1 : 1;
      }
      if (m.length !== n.length) return m.length < n.length ? -1 : 1;
    }
    if (p !== q) return p < q ? -1 : 1;
    if (base || x === y) return 0;
    return lower(x) === x && lower(y) !== y ? -1 : lower(y) === y && lower(x) !== x ? 1 : x < y ? -1 : 1;
  };

  const Intl = {};
  for (const Kind of [DateTimeFormat, NumberFormat, Collator]) hidden(Intl, Kind.name, asFunction(Kind));
  for (const Kind of [ListFormat, PluralRules, RelativeTimeFormat]) { hidden(Kind, "supportedLocalesOf", supportedLocalesOf); hidden(Intl, Kind.name, Kind); }
  hidden(Intl, "getCanonicalLocales", (tags) => listed(tags));
  hidden(Intl, "supportedValuesOf", (key) => (key === "timeZone" ? ["UTC"] : []));
  defineProperty(Intl, Symbol.toStringTag, { value: "Intl", configurable: true });
  hidden(globalThis, "Intl", Intl);
  const local = (required, defaults) => ({
    method(locales, options) {
      const time = timeOf(this);
      return time !== time ? "Invalid Date" : written(partsOf(resolve(locales, options, required, defaults), time));
    },
  }).method;
  hidden(Date.prototype, "toLocaleString", local("any", "all"));
  hidden(Date.prototype, "toLocaleDateString", local("date", "date"));
  hidden(Date.prototype, "toLocaleTimeString", local("time", "time"));
  hidden(Number.prototype, "toLocaleString", { toLocaleString(locales, options) { localeOf(locales); return numberText(numberOf(optionsOf(options)), numberValue(this)); } }.toLocaleString);
  hidden(String.prototype, "localeCompare", { localeCompare(other, locales, options = { __proto__: null }) { localeOf(locales); return collate(text(this), text(other), !!options.numeric, has(BASES, options.sensitivity)); } }.localeCompare);
