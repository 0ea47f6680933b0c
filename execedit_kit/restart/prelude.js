// What a plan finds around it, laid out before its first line. Everything the prelude needs later it keeps in constants
// of its own: a plan may overwrite every global, and neither the host nor what is recorded depends on one.
(() => {
  "use strict";
  const host = globalThis.__host;
  delete globalThis.__host;
  const { parse, stringify } = JSON;
  const { apply, defineProperty } = Reflect;
  const Failure = Error;
  const text = String;
  const AsyncFunction = (async () => {}).constructor;
  const hidden = (object, name, value) =>
    defineProperty(object, name, { value, writable: true, enumerable: false, configurable: true });

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
  const hex = (n, digits) => { let out = ""; for (let i = 0; i < digits; i++) { out = "0123456789abcdef"[n & 15] + out; n >>>= 4; } return out; };
  hidden(globalThis, "crypto", {
    getRandomValues(array) {
      if (!isView(array)) throw new TypeError("getRandomValues takes a typed array");
      const bytes = new Bytes(array.buffer, array.byteOffset, array.byteLength);
      for (let i = 0; i < bytes.length; i++) bytes[i] = draw() & 255;
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
  const [source, seed] = parse(host('["begin"]'));
  [a, b, c, d] = seed;
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
  (async () => {
    let written;
    try {
      written = stringify(summary(await apply(body, undefined, [])));
    } catch (error) {
      failed(error);
      return;
    }
    host('["done",' + written + "]");
  })();
})();
