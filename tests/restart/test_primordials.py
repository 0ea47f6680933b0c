"""A plan may replace every global and every method: times, numbers, draws and the record are what they were."""

import pytest

from execedit_kit import restart

# What is called, kept before anything is replaced; each gives a text.
CALLS = """
const at = new Date(1772726947045), { random } = Math, { getRandomValues, randomUUID } = crypto;
const { DateTimeFormat, NumberFormat, ListFormat, PluralRules, RelativeTimeFormat, Collator } = Intl;
const { getCanonicalLocales } = Intl;
const { toLocaleString: dateText, toLocaleDateString: dayText, toLocaleTimeString: timeText } = Date.prototype;
const numberText = Number.prototype.toLocaleString, { localeCompare } = String.prototype, { apply } = Reflect;
const perform = performance, bytes = new Uint8Array(4), tags = ["xx", "en-GB"], words = ["a", "b", "c"];
// Options without a prototype, as what a plan's own options inherit counts.
const german = { __proto__: null, timeZone: "Europe/Berlin" };
const cash = { __proto__: null, style: "currency", currency: "eur" };
const uk = { __proto__: null, timeZone: "UTC", dateStyle: "full", timeStyle: "long" };
const day = { __proto__: null, day: "2-digit", month: "short" }, num = { __proto__: null, numeric: true };
const three = { __proto__: null, hour: "numeric", minute: "2-digit", fractionalSecondDigits: 3 };
const auto = { __proto__: null, numeric: "auto" };
const failing = (call) => { try { return call(); } catch (error) { return error.message; } };
const results = () => {
  const calls = [
    () => new DateTimeFormat().format(),
    () => new DateTimeFormat("en-GB", uk).format(at),
    () => new DateTimeFormat("sv-SE", three).formatRange(at, 1772726947046),
    () => new DateTimeFormat("en", day).formatToParts(at)[0].value,
    () => DateTimeFormat(tags).resolvedOptions().locale,
    () => failing(() => new DateTimeFormat("en", german)),
    () => failing(() => new DateTimeFormat("not a tag!")),
    () => DateTimeFormat.supportedLocalesOf(tags)[0],
    () => new NumberFormat("en", cash).format(1234567.5),
    () => new ListFormat().format(words),
    () => new PluralRules().select(2),
    () => new RelativeTimeFormat("en", auto).format(-1, "days"),
    () => new RelativeTimeFormat().format(1234, "minute"),
    () => "" + new Collator("en", num).compare("a10", "a9") + new Collator().compare("\\u00e4", "a"),
    () => getCanonicalLocales(tags)[1],
    () => apply(dateText, at, []) + apply(dayText, at, []) + apply(timeText, at, [tags]),
    () => apply(numberText, 1234.5, []),
    () => "" + apply(localeCompare, "b", ["a"]),
    () => "" + random() + perform.now(),
    () => { getRandomValues(bytes); return "" + bytes[0] + bytes[3] + randomUUID(); },
  ];
  let out = "";
  for (let i = 0; i < calls.length; i++) {
    try { out += calls[i]() + "\\n"; } catch (error) { out += "failed: " + i + " " + error.message + "\\n"; }
  }
  return out;
};
"""
# A list is walked by its iterator where a standard says so: what a plan does to that is its own affair.
REPLACED = """
const Mine = Error, wrong = function () { throw new Mine("replaced"); };
const spare = (object, key) => ITERATORS && (key === Symbol.iterator || key === "next");
const replace = (object) => {
  for (const key of Reflect.ownKeys(object)) {
    const { value, get, configurable, writable } = Object.getOwnPropertyDescriptor(object, key);
    if (!configurable || spare(object, key) || object === Reflect) continue;
    if (get) Object.defineProperty(object, key, { get: wrong, configurable: true });
    else if (typeof value === "function" || key === "constructor") { if (writable) later.push([object, key]); }
  }
};
const later = [];
const iterator = Object.getPrototypeOf([][Symbol.iterator]());
const kinds = [Object, Function, Array, String, Number, Boolean, Symbol, Date, RegExp, Promise, Error, RangeError,
  TypeError, Map, Set, ArrayBuffer, DataView, Uint8Array, Object.getPrototypeOf(Uint8Array)];
for (const kind of kinds) { replace(kind); replace(kind.prototype); }
for (const object of [Math, JSON, iterator, Object.getPrototypeOf(iterator), performance.constructor]) replace(object);
for (const key of Reflect.ownKeys(globalThis)) if (key !== "undefined") later.push([globalThis, key]);
const { set } = Reflect, { length } = later;
for (let i = 0; i < length; i++) set(later[i][0], later[i][1], wrong);
"""


def text(replacing):
    run = restart.run_paused(restart.plan(f"{CALLS}\n{replacing}\nreturn results();"))
    assert run.finished, run.ended
    return run.ended.text


@pytest.fixture(scope="module")
def untouched():
    said = text("")
    assert "failed" not in said
    assert "Thursday 5 March 2026" in said or "Thursday, 5 March 2026" in said
    return said


def test_with_every_method_and_global_replaced_all_is_as_it_was(untouched):
    replaced = REPLACED.replace("ITERATORS", "true")
    assert text(replaced) == untouched


def test_with_iterators_replaced_too_only_a_list_that_a_standard_iterates_fails(untouched):
    said = text(REPLACED.replace("ITERATORS", "false")).splitlines()
    differing = [line for line, other in zip(said, untouched.splitlines(), strict=True) if line != other]
    assert differing == ["failed: 9 replaced"]  # the items of ListFormat.format


@pytest.mark.parametrize(
    "replacing",
    [
        "Date = class {};",
        "RegExp.prototype.exec = () => null;",
        "Object.prototype.weekday = Object.prototype.second = 'long'; Object.prototype.x = 1;",
        "Object.defineProperty(Array.prototype, '0', { set() { throw 1; }, get() { return 'x'; } });",
        "for (const key of ['get', 'set', 'value']) Object.prototype[key] = () => 1;",
        "Object.defineProperty(Date, Symbol.hasInstance, { value: () => { throw 1; } });",
        "Array.prototype.constructor = { get [Symbol.species]() { throw 1; } };",
        "String.prototype[Symbol.split] = String.prototype[Symbol.replace] = () => { throw 1; };",
        "Promise.prototype.then = () => {}; Promise.prototype.constructor = null;",
    ],
)
def test_each_alone_changes_nothing(replacing, untouched):
    assert text(replacing) == untouched


def test_a_replaced_promise_ends_no_run_and_hides_no_error():
    plan = restart.plan("Promise.prototype.then = () => {}; Promise.prototype.constructor = 1; null.x;")
    assert restart.run_paused(plan).ended.text.startswith("TypeError")
