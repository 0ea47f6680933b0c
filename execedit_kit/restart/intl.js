  // The engine has no Intl. This is the part of ECMA-402 that a small program meets, for UTC and three locales (en-US,
  // en-GB, sv-SE; any other falls back to en-US, as the standard lets it). Another zone is a RangeError: there is no table.
  const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
  const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
  const LOCALES = ["en-US", "en-GB", "sv-SE"];
  const localeOf = (given) => {
    const wanted = given === undefined ? [] : typeof given === "string" ? [given] : [...given];
    for (const tag of wanted) {
      if (typeof tag !== "string" || !/^[A-Za-z]{2,8}(?:[-_][A-Za-z0-9]{1,8})*$/.test(tag)) throw new RangeError(`Incorrect locale information provided: ${text(tag)}`);
      const found = LOCALES.find((known) => known.toLowerCase() === tag.toLowerCase()) ?? (/^sv\b/i.test(tag) ? "sv-SE" : undefined);
      if (found) return found;
    }
    return LOCALES[0];
  };
  const supportedLocalesOf = (given) => (given === undefined ? [] : [given].flat()).filter((tag) => LOCALES.includes(tag));
  const oneOf = (options, name, allowed) => {
    const value = options[name];
    if (value === undefined) return undefined;
    const chosen = text(value);
    if (!allowed.includes(chosen)) throw new RangeError(`Value ${chosen} out of range for Intl options property ${name}`);
    return chosen;
  };
  const pad = (number, digits) => text(number).padStart(digits, "0");
  const NAMES = ["long", "short", "narrow"];
  const NUMBERS = ["numeric", "2-digit"];
  const FIELDS = { weekday: NAMES, era: NAMES, year: NUMBERS, month: [...NUMBERS, ...NAMES], day: NUMBERS, dayPeriod: NAMES, hour: NUMBERS, minute: NUMBERS, second: NUMBERS };
  const DATE_FIELDS = ["weekday", "year", "month", "day"];
  const TIME_FIELDS = ["dayPeriod", "hour", "minute", "second", "fractionalSecondDigits"];
  const STYLES = ["full", "long", "medium", "short"];
  const HALVES = [["AM", "PM"], ["am", "pm"]];

  const resolve = (locales, given, required, defaults) => {
    const options = given === undefined ? {} : Object(given);
    const locale = localeOf(locales);
    const zone = options.timeZone === undefined ? "UTC" : text(options.timeZone);
    if (!/^(?:UTC|GMT|Etc\/(?:UTC|GMT|UCT|Zulu|Universal)|Zulu|Universal|[+-]00:?(?:00)?)$/i.test(zone)) throw new RangeError(`Invalid time zone specified: ${zone} (only UTC is known here)`);
    const chosen = {};
    for (const name in FIELDS) chosen[name] = oneOf(options, name, FIELDS[name]);
    const fraction = options.fractionalSecondDigits;
    if (fraction !== undefined && !(fraction >= 1 && fraction <= 3)) throw new RangeError("fractionalSecondDigits value is out of range.");
    chosen.fractionalSecondDigits = fraction === undefined ? undefined : Math.floor(fraction);
    const zoneName = oneOf(options, "timeZoneName", ["short", "long", "shortOffset", "longOffset", "shortGeneric", "longGeneric"]);
    const dateStyle = oneOf(options, "dateStyle", STYLES);
    const timeStyle = oneOf(options, "timeStyle", STYLES);
    const cycle = oneOf(options, "hourCycle", ["h11", "h12", "h23", "h24"]);
    const set = (names) => names.some((name) => chosen[name] !== undefined);
    if (dateStyle !== undefined || timeStyle !== undefined) {
      if (set([...DATE_FIELDS, ...TIME_FIELDS]) || zoneName !== undefined) throw new TypeError("Can't set option when dateStyle or timeStyle is used");
    } else if (!(required !== "time" && set(DATE_FIELDS)) && !(required !== "date" && set(TIME_FIELDS))) {
      if (defaults !== "time") chosen.year = chosen.month = chosen.day = "numeric";
      if (defaults !== "date") chosen.hour = chosen.minute = chosen.second = "numeric";
    }
    const half = options.hour12 === undefined ? (cycle === undefined ? locale === "en-US" : cycle < "h20") : Boolean(options.hour12);
    const hourCycle = options.hour12 === undefined && cycle !== undefined ? cycle : half ? "h12" : "h23";
    return { locale, zone: "UTC", chosen, zoneName, dateStyle, timeStyle, hourCycle };
  };

  const cut = (name, width) => (width === "long" ? name : width === "narrow" ? name[0] : name.slice(0, 3));
  const literal = (value) => ({ type: "literal", value });
  const joined = (groups, separator) => groups.filter((group) => group.length).flatMap((group, i) => (i ? [literal(separator), ...group] : group));

  // The date's parts in the order of the locale.
  const dateParts = ({ locale, dateStyle }, chosen, d) => {
    const { weekday, year, month, day } = chosen;
    const named = NAMES.includes(month);
    const british = locale === "en-GB", iso = locale === "sv-SE";
    const wide = british && !named && month !== undefined && (day !== undefined || year !== undefined) || iso && !named;
    const number = (value, how) => (how === "2-digit" || wide ? pad(value, 2) : text(value));
    const one = (how, type, value) => (how === undefined ? [] : [{ type, value }]);
    const W = one(weekday, "weekday", cut(DAYS[d.getUTCDay()], weekday));
    const Y = one(year, "year", year === "2-digit" ? pad(d.getUTCFullYear() % 100, 2) : text(d.getUTCFullYear()));
    const M = one(month, "month", named ? cut(MONTHS[d.getUTCMonth()], month) : number(d.getUTCMonth() + 1, month));
    const D = one(day, "day", day === undefined ? "" : month === undefined ? (day === "2-digit" ? pad(d.getUTCDate(), 2) : text(d.getUTCDate())) : number(d.getUTCDate(), day));
    if (iso) return joined([W, named ? joined([D, M, Y], " ") : joined([Y, M, D], "-")], " ");
    let rest;
    if (british) rest = joined([D, M, Y], named ? " " : "/");
    else if (named) rest = D.length ? joined([joined([M, D], " "), Y], ", ") : joined([M, Y], " ");
    else rest = joined([M, D, Y], "/");
    if (!W.length || !rest.length) return [...W, ...rest];
    if (!M.length && !Y.length) return british ? joined([W, D], " ") : joined([D, W], " ");
    return joined([W, rest], british && named && !Y.length ? " " : ", ");
  };

  const timeParts = ({ locale, hourCycle }, chosen, zoneName, d) => {
    const { hour, minute, second, fractionalSecondDigits: fraction } = chosen;
    const parts = [];
    const half = hourCycle === "h12" || hourCycle === "h11";
    const add = (type, value) => { if (parts.length) parts.push(literal(":")); parts.push({ type, value }); };
    if (hour !== undefined) {
      const h = d.getUTCHours();
      const shownHour = hourCycle === "h12" ? h % 12 || 12 : hourCycle === "h11" ? h % 12 : hourCycle === "h24" ? h || 24 : h;
      add("hour", hour === "2-digit" || !half ? pad(shownHour, 2) : text(shownHour));
    }
    if (minute !== undefined) add("minute", hour !== undefined || second !== undefined ? pad(d.getUTCMinutes(), 2) : text(d.getUTCMinutes()));
    if (second !== undefined) add("second", minute !== undefined || hour !== undefined ? pad(d.getUTCSeconds(), 2) : text(d.getUTCSeconds()));
    if (fraction !== undefined) {
      if (parts.length) parts.push(literal("."));
      parts.push({ type: "fractionalSecond", value: pad(d.getUTCMilliseconds(), 3).slice(0, fraction) });
    }
    if (hour !== undefined && half) parts.push(literal(" "), { type: "dayPeriod", value: HALVES[locale === "en-GB" ? 1 : 0][d.getUTCHours() < 12 ? 0 : 1] });
    if (zoneName !== undefined) {
      if (parts.length) parts.push(literal(" "));
      parts.push({ type: "timeZoneName", value: zoneName.startsWith("long") && zoneName !== "longOffset" ? "Coordinated Universal Time" : zoneName.endsWith("Offset") ? "GMT" : "UTC" });
    }
    return parts;
  };

  const DATE_STYLES = {
    full: { weekday: "long", year: "numeric", month: "long", day: "numeric" },
    long: { year: "numeric", month: "long", day: "numeric" },
    medium: { year: "numeric", month: "short", day: "numeric" },
    short: { year: "2-digit", month: "numeric", day: "numeric" },
  };
  const partsOf = (resolved, given) => {
    const d = given === undefined ? new Date() : new Date(given instanceof Date ? given.getTime() : Number(given));
    if (Number.isNaN(d.getTime())) throw new RangeError("Invalid time value");
    const { locale, dateStyle, timeStyle } = resolved;
    let { chosen, zoneName } = resolved;
    if (dateStyle !== undefined || timeStyle !== undefined) {
      chosen = { ...DATE_STYLES[dateStyle] };
      if (dateStyle === "short" && locale !== "en-US") chosen = { year: "numeric", month: "2-digit", day: "2-digit" };
      if (timeStyle !== undefined) chosen.hour = chosen.minute = "numeric";
      if (timeStyle !== undefined && timeStyle !== "short") chosen.second = "numeric";
      zoneName = timeStyle === "full" ? "long" : timeStyle === "long" ? "short" : undefined;
    }
    const date = dateParts(resolved, chosen, d);
    const time = timeParts(resolved, chosen, zoneName, d);
    const onlyShortDay = chosen.weekday !== "long" && DATE_FIELDS.every((name) => name === "weekday" || chosen[name] === undefined);
    const separator = locale === "sv-SE" || (onlyShortDay && chosen.hour !== undefined) ? " " : chosen.month === "long" && chosen.hour !== undefined ? " at " : ", ";
    return joined([date, time], separator);
  };
  const written = (parts) => parts.map((part) => part.value).join("");
  const resolvedDate = (r) => {
    const out = { locale: r.locale, calendar: "gregory", numberingSystem: "latn", timeZone: r.zone };
    if (r.chosen.hour !== undefined || r.timeStyle !== undefined) { out.hourCycle = r.hourCycle; out.hour12 = r.hourCycle < "h20"; }
    for (const name in r.chosen) if (r.chosen[name] !== undefined) out[name] = r.chosen[name];
    if (r.zoneName !== undefined) out.timeZoneName = r.zoneName;
    if (r.dateStyle !== undefined) out.dateStyle = r.dateStyle;
    if (r.timeStyle !== undefined) out.timeStyle = r.timeStyle;
    return out;
  };

  const group = (digits) => digits.replace(/\B(?=(\d{3})+$)/g, ",");
  const numberOf = (options) => {
    const style = oneOf(options, "style", ["decimal", "percent", "currency", "unit"]) ?? "decimal";
    const currency = style === "currency" ? text(options.currency).toUpperCase() : undefined;
    const usual = style === "percent" ? [0, 0] : style === "currency" ? [2, 2] : [0, 3];
    const least = options.minimumFractionDigits ?? Math.min(usual[0], options.maximumFractionDigits ?? usual[0]);
    const most = options.maximumFractionDigits ?? Math.max(usual[1], least);
    if (!(least >= 0 && most <= 100 && least <= most)) throw new RangeError("maximumFractionDigits value is out of range.");
    return { style, currency, least, most, whole: options.minimumIntegerDigits ?? 1, grouped: options.useGrouping !== false, unit: options.unit, sign: options.signDisplay };
  };
  const numberText = (o, value) => {
    const n = Number(value) * (o.style === "percent" ? 100 : 1);
    if (Number.isNaN(n)) return "NaN";
    if (!Number.isFinite(n)) return n < 0 ? "-∞" : "∞";
    let [whole, fraction = ""] = Math.abs(n).toFixed(o.most).split(".");
    while (fraction.length > o.least && fraction.endsWith("0")) fraction = fraction.slice(0, -1);
    whole = whole.padStart(o.whole, "0");
    const sign = n < 0 ? "-" : (o.sign === "always" || (o.sign === "exceptZero" && n > 0)) ? "+" : "";
    const digits = (o.grouped ? group(whole) : whole) + (fraction ? "." + fraction : "");
    const money = { USD: "$", EUR: "€", GBP: "£" }[o.currency] ?? (o.currency ? o.currency + "\u00a0" : "");
    return sign + money + digits + (o.style === "percent" ? "%" : o.style === "unit" ? " " + o.unit + (n === 1 ? "" : "s") : "");
  };

  const listText = (items, type, style) => {
    const all = [...items];
    for (const item of all) if (typeof item !== "string") throw new TypeError("Iterable yielded " + shown(item) + " which is not a string");
    const word = type === "unit" ? (style === "narrow" ? "" : ",") : type === "disjunction" ? "or" : style === "long" ? "and" : "&";
    if (all.length < 2) return all.join("");
    if (type === "unit") return all.join(style === "narrow" ? " " : ", ");
    return all.length === 2 ? `${all[0]} ${word} ${all[1]}` : `${all.slice(0, -1).join(", ")}, ${word} ${all[all.length - 1]}`;
  };
  const plural = (n, ordinal) => {
    if (!ordinal) return Number(n) === 1 ? "one" : "other";
    const tens = n % 100, ones = n % 10;
    if (tens > 10 && tens < 14) return "other";
    return ones === 1 ? "one" : ones === 2 ? "two" : ones === 3 ? "few" : "other";
  };
  const asFunction = (Kind) => {
    const callable = function (...args) { return new Kind(...args); };
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
      const [a, b] = [this.format(from), this.format(to)];
      return a === b ? a : `${a} – ${b}`;
    }
    resolvedOptions() { return resolvedDate(this.#resolved); }
  }
  class NumberFormat {
    #o;
    #locale;
    #format;
    constructor(locales, options) { this.#locale = localeOf(locales); this.#o = numberOf(options === undefined ? {} : Object(options)); }
    get format() { return (this.#format ??= (value) => numberText(this.#o, value)); }
    resolvedOptions() { return { locale: this.#locale, numberingSystem: "latn", style: this.#o.style, minimumFractionDigits: this.#o.least, maximumFractionDigits: this.#o.most }; }
  }
  class ListFormat {
    #type;
    #style;
    constructor(locales, options = {}) {
      localeOf(locales);
      this.#type = oneOf(options, "type", ["conjunction", "disjunction", "unit"]) ?? "conjunction";
      this.#style = oneOf(options, "style", NAMES) ?? "long";
    }
    format(items) { return listText(items, this.#type, this.#style); }
  }
  class PluralRules {
    #ordinal;
    constructor(locales, options = {}) { localeOf(locales); this.#ordinal = oneOf(options, "type", ["cardinal", "ordinal"]) === "ordinal"; }
    select(n) { return plural(n, this.#ordinal); }
  }
  class RelativeTimeFormat {
    #auto;
    constructor(locales, options = {}) { localeOf(locales); this.#auto = oneOf(options, "numeric", ["always", "auto"]) === "auto"; }
    format(value, unit) {
      const n = Number(value), name = text(unit).replace(/s$/, "");
      if (!["second", "minute", "hour", "day", "week", "month", "quarter", "year"].includes(name)) throw new RangeError(`Invalid unit argument for format() '${unit}'`);
      if (this.#auto && name === "day" && [-1, 0, 1].includes(n)) return ["yesterday", "today", "tomorrow"][n + 1];
      if (this.#auto && n === 0) return name === "second" ? "now" : `this ${name}`;
      const size = Math.abs(n), words = `${numberText(numberOf({}), size)} ${name}${size === 1 ? "" : "s"}`;
      return n < 0 || Object.is(n, -0) ? `${words} ago` : `in ${words}`;
    }
  }
  class Collator {
    #numeric;
    #base;
    #compare;
    constructor(locales, options = {}) { localeOf(locales); this.#numeric = Boolean(options.numeric); this.#base = ["base", "accent"].includes(options.sensitivity); }
    get compare() { return (this.#compare ??= (x, y) => collate(text(x), text(y), this.#numeric, this.#base)); }
    resolvedOptions() { return { locale: LOCALES[0], usage: "sort", sensitivity: this.#base ? "base" : "variant", numeric: this.#numeric }; }
  }
  // Letters first by what they are without accents and case, then accents, then lower case before upper.
  const bare = (s) => s.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  const collate = (x, y, numeric, base) => {
    const [p, q] = [bare(x), bare(y)];
    if (numeric) {
      const [m, n] = [p.match(/\d+|\D+/g) ?? [], q.match(/\d+|\D+/g) ?? []];
      for (let i = 0; i < Math.min(m.length, n.length); i++) {
        const both = /^\d/.test(m[i]) && /^\d/.test(n[i]);
        if (both ? Number(m[i]) !== Number(n[i]) : m[i] !== n[i]) return (both ? Number(m[i]) < Number(n[i]) : m[i] < n[i]) ? -1 : 1;
      }
      if (m.length !== n.length) return m.length < n.length ? -1 : 1;
    }
    if (p !== q) return p < q ? -1 : 1;
    if (base || x === y) return 0;
    return x.toLowerCase() === x && y.toLowerCase() !== y ? -1 : y.toLowerCase() === y && x.toLowerCase() !== x ? 1 : x < y ? -1 : 1;
  };

  const Intl = {};
  for (const Kind of [DateTimeFormat, NumberFormat, Collator]) hidden(Intl, Kind.name, asFunction(Kind));
  for (const Kind of [ListFormat, PluralRules, RelativeTimeFormat]) { hidden(Kind, "supportedLocalesOf", supportedLocalesOf); hidden(Intl, Kind.name, Kind); }
  hidden(Intl, "getCanonicalLocales", (tags) => (tags === undefined ? [] : [tags].flat()));
  hidden(Intl, "supportedValuesOf", (key) => (key === "timeZone" ? ["UTC"] : []));
  defineProperty(Intl, Symbol.toStringTag, { value: "Intl", configurable: true });
  hidden(globalThis, "Intl", Intl);
  const local = (required, defaults) => ({
    method(locales, options) {
      const time = this.getTime();
      return Number.isNaN(time) ? "Invalid Date" : written(partsOf(resolve(locales, options, required, defaults), time));
    },
  }).method;
  hidden(Date.prototype, "toLocaleString", local("any", "all"));
  hidden(Date.prototype, "toLocaleDateString", local("date", "date"));
  hidden(Date.prototype, "toLocaleTimeString", local("time", "time"));
  hidden(Number.prototype, "toLocaleString", { toLocaleString(locales, options) { localeOf(locales); return numberText(numberOf(options === undefined ? {} : Object(options)), this.valueOf()); } }.toLocaleString);
  hidden(String.prototype, "localeCompare", { localeCompare(other, locales, options = {}) { localeOf(locales); return collate(text(this), text(other), Boolean(options.numeric), ["base", "accent"].includes(options.sensitivity)); } }.localeCompare);
