// What a plan finds around it, laid out before its first line. Everything the prelude needs later it keeps in constants
// of its own: a plan may overwrite every global, and neither the host nor what is recorded depends on one.
(() => {
  "use strict";
  const host = globalThis.__host;
  delete globalThis.__host;
  const { Date, Number, Object, Promise, RangeError, TypeError } = globalThis;
  const { parse, stringify } = JSON;
  const { apply, defineProperty, getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
  const { isArray } = Array;
  const { abs, floor, max, min } = Math;
  const Failure = Error;
  const text = String;
  const method = (f) => (self, ...rest) => apply(f, self, rest);
  const methods = (prototype) => {
    const found = { __proto__: null };
    for (const name of Object.getOwnPropertyNames(prototype)) if (name !== "constructor" && typeof prototype[name] === "function") found[name] = method(prototype[name]);
    return found;
  };
  const { slice, indexOf, padStart, normalize, toLowerCase: lower, toUpperCase: upper } = methods(String.prototype);
  const { toFixed, valueOf: numberValue } = methods(Number.prototype);
  const { getTime: timeOf } = methods(Date.prototype);
  const exec = method(RegExp.prototype.exec);
  const then = method(Promise.prototype.then);
  const AsyncFunction = (async () => {}).constructor;
  const hidden = (object, name, value) =>
    defineProperty(object, name, { __proto__: null, value, writable: true, enumerable: false, configurable: true });
  const own = (object, name, value) =>
    defineProperty(object, name, { __proto__: null, value, writable: true, enumerable: true, configurable: true });

  // Lists, without their methods and iterators.
  const put = (list, ...values) => { for (let i = 0; i < values.length; i++) own(list, list.length, values[i]); };
  const has = (list, value) => { for (let i = 0; i < list.length; i++) if (list[i] === value) return true; return false; };
  const some = (list, test) => { for (let i = 0; i < list.length; i++) if (test(list[i])) return true; return false; };
  const map = (list, call) => { const out = []; for (let i = 0; i < list.length; i++) put(out, call(list[i])); return out; };
  const kept = (list, test) => { const out = []; for (let i = 0; i < list.length; i++) if (test(list[i], i)) put(out, list[i]); return out; };
  const join = (list, between) => { let out = ""; for (let i = 0; i < list.length; i++) out += (i ? between : "") + list[i]; return out; };
  const joinedLists = (one, other) => { const out = map(one, (value) => value); for (let i = 0; i < other.length; i++) put(out, other[i]); return out; };
  const matches = (pattern, value) => exec(pattern, value) !== null;
  const isDate = (value) => { try { timeOf(value); return true; } catch { return false; } };
  const utc = methods(Date.prototype);
  const fieldsOf = (date) => ({
    __proto__: null,
    fullYear: utc.getUTCFullYear(date), month: utc.getUTCMonth(date), date: utc.getUTCDate(date), day: utc.getUTCDay(date),
    hours: utc.getUTCHours(date), minutes: utc.getUTCMinutes(date), seconds: utc.getUTCSeconds(date), milliseconds: utc.getUTCMilliseconds(date),
  });

  class ToolError extends Failure {}
  hidden(ToolError.prototype, "name", "ToolError");

  const tool = function tool(name, args) {
    const given = stringify(args === undefined ? {} : args);
    const reply = parse(host('["tool",' + stringify(typeof name === "string" ? name : text(name)) + "," + (given === undefined ? "null" : given) + "]"));
    if (reply[0] === 0) return reply[1];
    throw new ToolError(reply[1]);
  };
  hidden(globalThis, "tool", tool);

  // Random numbers: xorshift128, seeded anew for each execution.
  let a, b, c, d;
  const draw = () => {
    const t = a ^ (a << 11);
    a = b; b = c; c = d;
    d = (d ^ (d >>> 19) ^ t ^ (t >>> 8)) >>> 0;
    return d;
  };
  hidden(Math, "random", function random() { return (draw() * 2097152 + (draw() >>> 11)) / 9007199254740992; });
  const { isView } = ArrayBuffer;
  const Bytes = Uint8Array;
  const part = (name) => method(getOwnPropertyDescriptor(getPrototypeOf(Bytes.prototype), name).get);
  const bufferOf = part("buffer"), offsetOf = part("byteOffset"), sizeOf = part("byteLength");
  const hex = (n, digits) => { let out = ""; for (let i = 0; i < digits; i++) { out = "0123456789abcdef"[n & 15] + out; n >>>= 4; } return out; };
  hidden(globalThis, "crypto", {
    getRandomValues(array) {
      if (!isView(array)) throw new TypeError("getRandomValues takes a typed array");
      const size = sizeOf(array), bytes = new Bytes(bufferOf(array), offsetOf(array), size);
      for (let i = 0; i < size; i++) bytes[i] = draw() & 255;
      return array;
    },
    randomUUID() {
      return hex(draw(), 8) + "-" + hex(draw(), 4) + "-4" + hex(draw(), 3) + "-" + "89ab"[draw() & 3] + hex(draw(), 3) + "-" + hex(draw(), 6) + hex(draw(), 6);
    },
  });
  const silent = {};
  for (const name of ["log", "info", "warn", "error", "debug", "table", "group", "groupEnd", "time", "timeEnd", "assert"]) silent[name] = () => {};
  hidden(globalThis, "console", silent);

  const { now } = Date;
  let origin;
  hidden(globalThis, "performance", {
    now() { return now() - origin; },
    get timeOrigin() { return origin; },
  });

  /* INTL */

  // Up to here every execution is the same, so this is done once; each goes on from a copy of what it left.
  const begun = parse(host('["begin"]'));
  const source = begun[0], seed = begun[1];
  a = seed[0]; b = seed[1]; c = seed[2]; d = seed[3];
  origin = now();

  const field = (error, name) => {
    try {
      const value = error[name];
      return typeof value === "string" ? value : "";
    } catch { return ""; }
  };
  const shown = (value) => { try { return text(value); } catch { return "a value that cannot be shown"; } };
  const summary = (value) => {
    if (typeof value === "string") return value;
    const written = stringify(value);
    return written === undefined ? "" : written;
  };
  const failed = (error) => {
    const isError = typeof error === "object" && error !== null;
    const name = isError ? field(error, "name") : "";
    const message = (isError && field(error, "message")) || (name ? "" : shown(error));
    host('["throw",' + stringify(name) + "," + stringify(message) + "," + stringify(isError ? field(error, "stack") : "") + "]");
  };
  let body;
  try {
    body = new AsyncFunction(source);
  } catch (error) {
    failed(error);
    return;
  }
  // Not `await`, which asks the promise for its constructor and its `then`.
  const ending = apply(body, undefined, []);
  hidden(ending, "constructor", undefined);
  then(ending, (value) => {
    let written;
    try {
      written = stringify(summary(value));
    } catch (error) {
      failed(error);
      return;
    }
    host('["done",' + written + "]");
  }, failed);
})();
