// The front-end of EditDesk. It shows what Python decided and asks; no rule of the model lives here.
// Hover, drag, pan and zoom stay in the view; everything else is a trait, so that two views agree.

/**
 * @typedef {{id: string, kind: string, x: number, y: number, width: number, height: number, label: string,
 *   detail: string, state: string, reuse: boolean, branch: string, name: string, frame: string, change: string}} SceneNode
 * @typedef {{id: string, source: string, target: string, path: string, change: string}} SceneEdge
 * @typedef {{id: string, x: number, y: number, width: number, height: number, label: string, live: boolean,
 *   kind: string, change: string}} Band
 * @typedef {{action: string, label: string, state: string}} Authorization
 * @typedef {{width: number, height: number, bands: Band[], edges: SceneEdge[], nodes: SceneNode[],
 *   strip: Authorization[], ends: SceneNode[]}} Scene
 * @typedef {{operation: string, node: string, label: string, step: object, rules: string[], words: string}} Target
 * @typedef {{verdict: string, why: string, broken: string, rounds: string[], lit: string[], missing: string[],
 *   owed: string[], ghost: object | null}} Preview
 * @typedef {{key: string, tag: string, attrs: object, on: object, kids: any, memo: string | undefined}} VNode
 */

const SVG = "http://www.w3.org/2000/svg";
const SVG_TAGS = new Set(["svg", "g", "rect", "path", "text", "circle", "defs", "pattern", "title"]);
const GROUND = "ground";
const NEW_FLAG = "flag+";
/** Bytes of a file to open: what a Jupyter server lets through. */
const LARGEST = 8e6;

const OPERATIONS = [
  { name: "call", label: "Process", sign: "▸", keys: "Enter" },
  { name: "checkpoint", label: "Checkpoint", sign: "⚑", keys: "K" },
  { name: "fork_choice", label: "Fork: one of", sign: "◇", keys: "F C" },
  { name: "fork_parallel", label: "Fork: both", sign: "‖", keys: "F P" },
  { name: "restore_replace", label: "Restore: replace", sign: "↶", keys: "R R" },
  { name: "restore_live", label: "Restore: keep live", sign: "↷", keys: "R L" },
  { name: "merge_select", label: "Merge: select", sign: "⇥", keys: "M S" },
  { name: "merge_join", label: "Merge: join", sign: "⋈", keys: "M J" },
];

const KEYS = [
  ["Arrow keys", "move along the edges"],
  ["Enter", "process a call; pick up a tip or flag; drop; apply"],
  ["K", "checkpoint"],
  ["F, then C or P", "fork: one of, or both"],
  ["R, arrows, then R or L", "restore a flag: replace, or keep live"],
  ["M, then S or J", "merge: select (← → change the arm), or join"],
  ["Esc", "cancel"],
  ["Ctrl+Z, Ctrl+Shift+Z", "undo, redo"],
  ["F6, Shift+F6", "next or previous part of the desk"],
  ["Up, Down, Space", "in a question: move, choose"],
  ["T, P, ?", "table, predict, these keys"],
  ["Ctrl+wheel, drag on the ground", "zoom, pan"],
];

const VERDICTS = {
  accepted: ["M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Z", "M4.6 8.2 7 10.6 11.4 5.6"],
  rejected: ["M5 1h6l4 4v6l-4 4H5l-4-4V5Z", "M5.3 5.3l5.4 5.4M10.7 5.3l-5.4 5.4"],
  invalid: ["M8 1.5 15.2 14.5H.8Z", "M8 6v4M8 12v.6"],
  hidden: ["M2 2h12v12H2Z", "M6 6.2a2 2 0 1 1 2.6 1.9c-.5.2-.6.5-.6 1.2M8 11.4v.5", "your guess first"],
  unanswered: ["M2 2h12v12H2Z", "M4 8h8", "no answer yet"],
};

/** A description of an element; `patch` makes or updates it in place. */
const h = (key, tag, attrs = {}, kids = undefined, on = {}, memo = undefined) =>
  /** @type {VNode} */ ({ key, tag, attrs, on, kids, memo });

/**
 * Bring an element's children to the described ones, keyed, in place. Elements are never moved, so focus,
 * transitions and positions survive.
 * @param {Element} parent @param {(VNode | null | false | undefined)[]} wanted
 */
function patch(parent, wanted) {
  const kids = (parent._kids ??= new Map());
  const there = wanted.filter(Boolean);
  const keys = new Set(there.map((v) => v.key));
  for (const [key, el] of kids) {
    if (!keys.has(key)) {
      el.remove();
      kids.delete(key);
    }
  }
  let previous = null;
  for (const v of there) {
    let el = kids.get(v.key);
    if (!el) {
      el = SVG_TAGS.has(v.tag) ? document.createElementNS(SVG, v.tag) : document.createElement(v.tag);
      kids.set(v.key, el);
      parent.insertBefore(el, previous ? previous.nextSibling : parent.firstChild);
    }
    update(el, v);
    previous = el;
  }
}

/** @param {any} el @param {VNode} v */
function update(el, v) {
  if (v.memo !== undefined && el._memo === v.memo) return;
  el._memo = v.memo;
  if (v.lazy) v = v.lazy();
  const before = el._attrs ?? {};
  for (const name of Object.keys(before)) if (!(name in v.attrs)) set(el, name, null);
  for (const [name, value] of Object.entries(v.attrs)) if (before[name] !== value) set(el, name, value);
  el._attrs = v.attrs;
  el._on ??= {};
  for (const type of Object.keys(v.on)) {
    if (!(type in el._on)) el.addEventListener(type, (event) => el._on[type]?.(event));
  }
  for (const type of Object.keys(el._on)) if (!(type in v.on)) el._on[type] = null;
  Object.assign(el._on, v.on);
  if (Array.isArray(v.kids)) patch(el, v.kids);
  else if (v.kids !== undefined && el.textContent !== v.kids) el.textContent = v.kids;
}

function set(el, name, value) {
  if (name === "value") {
    if (el.value !== value && el !== el.getRootNode().activeElement) el.value = value ?? "";
  } else if (name === "checked" || name === "disabled") el[name] = Boolean(value);
  else if (value === null || value === undefined || value === false) el.removeAttribute(name);
  else el.setAttribute(name, value === true ? "" : String(value));
}

/** As much of a text as fits, with an ellipsis before its end, which tells copies apart: `#2L`. */
function short(text, width, size) {
  const most = Math.max(2, Math.floor(width / (size * 0.58)));
  const signs = [...text];
  const end = Math.min(4, most - 2);
  return signs.length <= most ? text : [...signs.slice(0, most - 1 - end), "…", ...signs.slice(signs.length - end)].join("");
}

const span = (key, text) => h(key, "span", {}, text);
const quiet = (key, text) => h(key, "span", { class: "ek-quiet" }, text);
const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

/** What every focusable element needs: out of the tab order but for one, and out of the host's shortcuts. */
const stop = (attrs = {}) => ({ tabindex: "-1", "data-lm-suppress-shortcuts": "true", "data-stop": "", ...attrs });

/** A part that scrolls would be a tab stop of its own. */
const SCROLLS = { tabindex: "-1", "data-lm-suppress-shortcuts": "true" };

class Desk {
  constructor(model, el, signal) {
    this.model = model;
    this.view = Math.random().toString(36).slice(2);
    this.signal = signal;
    this.seq = 0;
    /** @type {Map<string, number>} */ this.newest = new Map();
    /** @type {Map<number, {slot: string, key: string, then: Function}>} */ this.waiting = new Map();
    /** @type {Map<string, Preview>} */ this.cache = new Map();
    this.epoch = 0;
    /** @type {Map<number, string>} What Python has been asked and has not done. */ this.out = new Map();
    /** @type {null | {id: string, entries: {target: number, on: string[]}[], drag: boolean}} */ this.held = null;
    /** @type {null | {id: string, targets: Target[], x: number, y: number, previews: any}} */ this.zones = null;
    /** @type {null | {step: any, preview: Preview | null, x: number, y: number, label: string}} */ this.hover = null;
    this.zoom = null;
    this.most = 0;
    this.open = { table: false, help: false };
    this.exported = null;
    this.spoken = "";
    this.last = "";
    this.root = document.createElement("div");
    this.root.className = "ek-desk";
    this.root.setAttribute("role", "group");
    this.root.dataset.view = this.view;
    this.root.setAttribute("aria-keyshortcuts", "F6 Shift+F6 Control+Z Control+Shift+Z");
    this.root.setAttribute("aria-describedby", `ek-hint-${this.view}`);
    el.append(this.root);
    this.listen();
    this.draw();
  }

  get(name) {
    return this.model.get(name);
  }

  send(message) {
    this.model.send(message);
  }

  /** Ask for something that may take long: after a moment a sign says so, until Python has done it. */
  ask(message) {
    const seq = ++this.seq;
    this.send({ ...message, view: this.view, seq });
    this.await(seq, message.type === "propose" ? "Working. Esc drops the question." : "Working.");
    return seq;
  }

  await(seq, words) {
    this.out.set(seq, words);
    setTimeout(() => {
      if (!this.out.has(seq) || this.signal.aborted) return;
      this.slow = true;
      if (words) this.say(words);
      this.later();
    }, 300);
  }

  done(seq) {
    this.out.delete(seq);
    if (seq === this.given) this.given = 0;
    if (this.slow && !this.out.size) {
      this.slow = false;
      if (this.spoken.startsWith("Working")) this.say("Done.");
    }
    this.later();
  }

  /** @returns {Scene} */
  get scene() {
    return this.get("scene");
  }

  get active() {
    return this.root.getRootNode().activeElement;
  }

  find(selector) {
    return this.root.querySelector(selector);
  }

  get busy() {
    return Boolean(this.get("pending")?.step) && !this.given;
  }

  // ---- listening -------------------------------------------------------------------------------------------------

  listen() {
    const on = (target, type, callback, options = {}) =>
      target.addEventListener(type, callback, { signal: this.signal, ...options });
    const heard = [];
    const hear = (event, callback) => {
      this.model.on(event, callback);
      heard.push([event, callback]);
    };
    hear("change:scene", () => this.renewed());
    hear("change:pending", () => this.asked());
    hear("change:predicting", () => this.cache.clear());
    hear("change:status", () => this.say(this.get("status")));
    hear("change", () => this.later());
    hear("msg:custom", (message) => this.answered(message));
    this.signal.addEventListener("abort", () => {
      for (const [event, callback] of heard) this.model.off(event, callback);
      this.root.remove();
    });
    on(this.root, "keydown", (e) => this.key(e));
    on(this.root, "focusin", (e) => this.focused(e.target));
    on(this.root, "click", (e) => e.target.closest?.("[data-stop]")?.focus({ preventScroll: true }));
    on(this.root, "pointerdown", (e) => this.down(e));
    // A finger on what can be picked up drags it; elsewhere it scrolls the page. (SVG parts have no touch-action.)
    const keep = (e) => e.target.closest?.("[data-pickable]") && e.preventDefault();
    on(this.root, "touchstart", keep, { passive: false });
    on(this.root, "pointermove", (e) => this.move(e));
    on(this.root, "pointerup", (e) => this.up(e));
    on(this.root, "pointercancel", () => this.release());
    on(this.root, "pointerleave", () => !this.press && this.leave());
    on(this.root, "wheel", (e) => this.wheel(e), { passive: false });
    const watch = new ResizeObserver(() => this.later());
    watch.observe(this.root);
    this.signal.addEventListener("abort", () => watch.disconnect());
  }

  /** Draw in the next frame, once. */
  later() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      if (!this.signal.aborted) this.draw();
    });
  }

  /** Another record is shown: what was seen of the old one is forgotten. */
  renewed() {
    this.epoch += 1;
    this.cache.clear();
    this.newest.clear();
    this.letGo();
    this.exported = null;
  }

  /** What was held here is let go, also under a pressed pointer: another view, or a cell, was quicker. */
  letGo() {
    this.hover = this.zones = this.held = null;
    if (this.press?.pick) this.press = null;
  }

  asked() {
    this.letGo();
    this.exported = null;
    const pending = this.get("pending");
    if (!this.busy) return;
    this.wantGhost = true;
    this.say(this.verdictWords(pending.preview, pending.words));
  }

  // ---- asking ----------------------------------------------------------------------------------------------------

  /** Ask for a preview; of the replies for one slot only the newest counts. */
  preview(slot, step, then) {
    const key = JSON.stringify(step);
    const seq = ++this.seq;
    this.newest.set(slot, seq);
    const known = this.cache.get(key);
    if (known) return then(known);
    this.waiting.set(seq, { slot, key, then, epoch: this.epoch });
    this.await(seq, "");
    this.send({ type: "preview", view: this.view, seq, step });
  }

  answered(message) {
    if (message.view !== this.view) return;
    if (message.type === "exported") this.copied({ place: this.copying, what: message.what, text: message.text });
    if (message.type === "done") this.done(message.seq);
    if (message.type === "preview") {
      this.done(message.seq);
      const asked = this.waiting.get(message.seq);
      this.waiting.delete(message.seq);
      if (!asked || asked.epoch !== this.epoch) return;
      this.cache.set(asked.key, message.preview);
      if (this.newest.get(asked.slot) !== message.seq) return;
      asked.then(message.preview);
    }
    this.later();
  }

  /** Put a text on the clipboard; where the host forbids that (plain http), select it and copy, or ask for the keys. */
  async copied(exported) {
    this.exported = exported;
    this.draw();
    const area = this.find('[data-testid="exported"]');
    let done = true;
    try {
      await navigator.clipboard.writeText(exported.text);
    } catch {
      const back = this.active;
      area.focus();
      area.select();
      done = document.execCommand("copy");
      if (done) back?.focus({ preventScroll: true });
    }
    exported.note = done ? "Copied." : "Press Ctrl+C to copy it (⌘C on a Mac).";
    this.say(exported.note);
  }

  /** Buttons that copy, the word that it was done, and the text itself. What is not known here Python is asked for. */
  copies(place, label, known = {}) {
    const { exported } = this;
    const copy = (what, word) => this.button(what, word, () => {
      if (known[what]) return this.copied({ place, what, text: known[what] });
      this.copying = place;
      this.send({ type: "export", view: this.view, what });
    }, { attrs: { "data-export": what, "aria-label": `Copy ${label} as ${word}` } });
    return [
      h("copy", "div", { class: "ek-buttons", role: "group", "aria-label": `Copy ${label}` }, [
        quiet("word", "Copy"), copy("json", "JSON"), copy("python", "Python"), copy("token", "Link token")]),
      exported?.place === place && h("text", "div", {}, [
        h("note", "div", { class: "ek-words", "data-testid": "copied" }, exported.note ?? ""),
        h("text", "textarea", stop({ class: "ek-text", readonly: true, rows: 2, value: exported.text,
          "aria-label": `${label} as ${exported.what}`, "data-testid": "exported" }), undefined, { focus: (e) => e.target.select() }),
      ]),
    ];
  }

  propose(step) {
    this.wantQuestion = true;
    this.ask({ type: "propose", step });
  }

  apply() {
    const { preview, mistake } = this.get("pending");
    if (preview.verdict === "accepted") {
      this.wantGraph = true;
      this.ask({ type: "apply" });
    } else if (preview.verdict === "hidden") this.say("Make your guess first.");
    else if (mistake) {
      this.find("[aria-invalid]").focus();
      this.say(`Not applied: ${mistake.why}.`);
    }
    else this.say(this.verdictWords(preview, "This cannot be applied"));
  }

  cancel() {
    this.wantGraph = true;
    this.ask({ type: "cancel" });
  }

  say(text) {
    this.spoken = text;
    this.later();
  }

  verdictWords(preview, what) {
    if (preview.verdict === "hidden") return `${what}: guess accepted, rejected or invalid.`;
    const broken = preview.broken ? `, it breaks the rule on ${preview.broken}` : "";
    return `${what}: ${preview.verdict}${broken}. ${preview.why}.`;
  }

  // ---- what may be done ------------------------------------------------------------------------------------------

  /** @returns {Target} */
  target(n) {
    return this.get("targets")[n];
  }

  node(id) {
    return this.shown?.nodes.get(id) ?? this.scene.ends.find((end) => end.id === id);
  }

  /** What may be done with a node: its own, and for a call also what its branch's tip can. */
  entries(id) {
    const picks = this.get("picks");
    const node = this.scene.nodes.find((n) => n.id === id);
    const own = picks[id] ?? [];
    return node?.kind === "call" ? [...own, ...(picks[`tip:${node.branch}`] ?? [])] : own;
  }

  entriesOf(id, operations) {
    return this.entries(id).filter((e) => operations.includes(this.target(e.target).operation));
  }

  /** The step a drop asks for: with the first registered rule, which the label names and the question lets change. */
  stepOf(target) {
    if (!target.rules.length) return target.step;
    const [[operation, fields]] = Object.entries(target.step);
    return { [operation]: { ...fields, rule: target.rules[0] } };
  }

  wordsOf(target) {
    return target.rules.length ? `${target.words}, rule ${target.rules[0]}` : target.words;
  }

  /** The places that are lit while something is held: id → targets. */
  lit() {
    const found = new Map();
    for (const { target, on } of this.held?.entries ?? []) {
      for (const id of on) {
        if (id === this.held.id) continue;
        if (!found.has(id)) found.set(id, []);
        const those = found.get(id);
        if (!those.includes(target)) those.push(target);
      }
    }
    return found;
  }

  /** @returns {Target[]} */
  dropped(id) {
    return (this.lit().get(id) ?? []).map((n) => this.target(n));
  }

  hold(id, { drag = false, operations = null } = {}) {
    const entries = (operations ? this.entriesOf(id, operations) : this.entries(id)).filter(
      (e) => this.target(e.target).operation !== "call",
    );
    if (!entries.length) return false;
    const node = this.scene.nodes.find((n) => n.id === id);
    this.held = { id: node?.kind === "call" ? `tip:${node.branch}` : id, entries, drag, from: id };
    this.hover = this.zones = null;
    const places = this.lit().size;
    const what = node?.name ?? "a new flag";
    this.say(`Picked up ${what}: ${places} ${places === 1 ? "place" : "places"} to drop it. Esc cancels.`);
    return true;
  }

  release() {
    this.press = null;
    this.held = this.zones = this.hover = null;
    this.newest.delete("hover");
    this.later();
  }

  /** Do one of these targets: at once when there is one, else let zones ask which. */
  choose(targets, id, point) {
    if (targets.length === 1) {
      const [target] = targets;
      this.release();
      if (target.operation === "call") this.ask({ type: "apply", step: target.step });
      else this.propose(this.stepOf(target));
      return;
    }
    this.zone(id, targets, { x: point.x, y: point.y });
    this.zones.wait = true;
    if (this.held) this.held.drag = false;
    this.wantZone = true;
    this.later();
  }

  /** Open the labelled zones of a drop place, and ask for the verdict of each. */
  zone(id, targets, point, quiet = false) {
    if (this.zones?.id === id && this.zones.targets.length === targets.length && this.zones.quiet === quiet) return;
    this.zones = { id, targets, ...point, previews: {}, wait: false, quiet };
    this.hover = null;
    targets.forEach((target, n) => {
      this.preview(`zone-${n}`, this.stepOf(target), (preview) => {
        if (this.zones?.targets === targets) this.zones.previews[n] = preview;
        this.later();
      });
    });
    this.later();
  }

  /** Point at a step: its ghost and verdict are shown until something else is pointed at. */
  point(step, label, x, y) {
    const key = JSON.stringify(step);
    if (this.hover?.key === key) return;
    this.hover = { key, step, label, x, y, preview: null };
    this.preview("hover", step, (preview) => {
      if (this.hover?.key !== key) return;
      this.hover.preview = preview;
      this.wantGhost = this.byKeys; // under a pointer nothing may move
      this.say(this.verdictWords(preview, label));
    });
    this.later();
  }

  leave() {
    if (!this.hover || this.zones?.wait) return;
    this.hover = null;
    this.newest.delete("hover");
    this.later();
  }

  /** The pointer (or the keyboard's focus) is over a place while something is held. */
  over(id, x, y) {
    const targets = this.dropped(id);
    if (!targets.length) return false;
    if (targets.length === 1) {
      this.zones = null;
      const at = this.spot(id);
      this.point(this.stepOf(targets[0]), this.wordsOf(targets[0]), at.x, at.y);
    } else {
      // Over free space the zones open on letting go: they would be in the way of what else may be dropped on.
      const quiet = id === GROUND && Boolean(this.press);
      this.zone(id, targets, id === GROUND ? { x, y } : this.spot(id), quiet);
      if (quiet) this.point(this.stepOf(targets[0]), this.wordsOf(targets[0]), x, y);
    }
    return true;
  }

  overZone(n) {
    const target = this.zones.targets[n];
    this.zones.at = n;
    this.point(this.stepOf(target), this.wordsOf(target), this.zones.x, this.zones.y);
  }

  // ---- pointer ---------------------------------------------------------------------------------------------------

  world(event) {
    const box = this.stage.getBoundingClientRect();
    const { k, x, y } = this.zoom;
    return { x: (event.clientX - box.left - x) / k, y: (event.clientY - box.top - y) / k };
  }

  /** What is under the pointer, whatever captured it. */
  under(event) {
    const el = this.root.getRootNode().elementFromPoint(event.clientX, event.clientY);
    const zone = el?.closest?.("[data-zone]");
    if (zone && this.root.contains(zone)) return { zone: Number(zone.dataset.zone) };
    const node = el?.closest?.("[data-id]");
    if (node && this.root.contains(node)) return { id: node.dataset.id };
    return { ground: Boolean(this.stage?.contains(el)) };
  }

  down(event) {
    this.byKeys = false;
    if (event.button !== 0) return;
    const pick = event.target.closest?.("[data-pick]");
    const node = event.target.closest?.("[data-id]");
    const focus = event.target.closest?.("[data-stop]");
    if (focus) focus.focus({ preventScroll: true });
    if (event.target.closest?.("[data-zone], .ek-over")) return;
    const start = { x: event.clientX, y: event.clientY };
    if (pick) this.press = { pick: NEW_FLAG, ...start };
    else if (node) {
      this.press = { pick: node.dataset.id, node: true, ...start };
      event.preventDefault(); // no text selection, and no focus but ours
    } else if (this.stage.contains(event.target)) {
      this.press = { pan: { ...this.zoom }, ...start };
      event.preventDefault();
    }
    if (this.press) this.press.pointer = event.pointerId;
  }

  move(event) {
    this.byKeys = false;
    const press = this.press;
    if (!press) return this.hovering(event);
    const far = Math.hypot(event.clientX - press.x, event.clientY - press.y) > 4;
    if (far && !press.moved) {
      press.moved = true;
      this.root.setPointerCapture(press.pointer);
      if (press.pick) press.dragging = this.hold(press.pick, { drag: true });
    }
    if (!press.moved) return;
    if (press.pan) {
      this.zoom = { ...this.zoom, x: press.pan.x + event.clientX - press.x, y: press.pan.y + event.clientY - press.y };
    } else if (press.dragging) this.dragging(event);
    this.later();
  }

  dragging(event) {
    const at = this.world(event);
    this.press.at = at;
    const { zone, id, ground } = this.under(event);
    if (zone !== undefined) return this.overZone(zone);
    if (id !== undefined && this.over(id, at.x, at.y)) return;
    const open = this.zones && !this.zones.quiet;
    if (open && Math.abs(at.x - this.zones.x) < 150 && Math.abs(at.y - this.zones.y) < 110) return;
    if (open) this.zones = this.hover = null;
    const from = this.node(this.held.id);
    const pulled = !from || Math.hypot(at.x - from.x - from.width / 2, at.y - from.y - from.height / 2) > 32;
    const lit = id === undefined || this.shown.nodes.get(id)?.change === "added";
    if (ground !== false && pulled && lit && this.over(GROUND, at.x, at.y)) return;
    if (this.zones?.quiet) this.zones = null;
    this.leave();
  }

  /** Without a button pressed: the verdict on what a click or a drop would do. */
  hovering(event) {
    if (this.busy && !this.held) return;
    const { zone, id } = this.under(event);
    if (zone !== undefined) {
      if (this.zones?.at !== zone) this.overZone(zone);
      return;
    }
    if (this.zones?.wait) return;
    if (id !== undefined && this.held) {
      const at = this.world(event);
      if (!this.over(id, at.x, at.y)) this.leave();
      return;
    }
    const calls = id === undefined ? [] : this.entries(id).map((e) => this.target(e.target));
    const call = calls.find((target) => target.operation === "call");
    if (!call) return this.leave();
    const node = this.node(id);
    this.point(call.step, call.words, node.x, node.y + node.height);
  }

  up(event) {
    const press = this.press;
    this.press = null;
    if (!press) return;
    if (press.moved) {
      if (this.root.hasPointerCapture(press.pointer)) this.root.releasePointerCapture(press.pointer);
      if (press.dragging) this.drop(event);
      return;
    }
    if (press.node) this.clicked(press.pick, event);
    else if (press.pan && this.held) {
      const at = this.world(event);
      const targets = this.dropped(GROUND);
      if (targets.length) this.choose(targets, GROUND, at);
      else this.release();
    }
  }

  drop(event) {
    const { zone, id, ground } = this.under(event);
    if (zone !== undefined && this.zones) return this.choose([this.zones.targets[zone]]);
    const at = this.world(event);
    if (this.zones) return this.choose(this.zones.targets, this.zones.id, this.zones.quiet ? at : this.zones);
    const place = id ?? (ground ? GROUND : "");
    const targets = this.dropped(place);
    if (targets.length) this.choose(targets, place, place === GROUND ? at : this.spot(place));
    else this.release();
  }

  clicked(id) {
    this.select(id);
    const lit = this.held && this.lit().get(id);
    if (lit) return this.dropOn(id, lit);
    if (this.held) return this.release();
    const call = this.entriesOf(id, ["call"])[0];
    if (call) return this.choose([this.target(call.target)]);
    if (!id.startsWith("call:")) this.hold(id);
    this.later();
  }

  dropOn(id, lit) {
    this.choose(lit.map((n) => this.target(n)), id, id === GROUND ? this.groundSpot() : this.spot(id));
  }

  wheel(event) {
    if (!event.ctrlKey || !this.stage.contains(event.target)) return; // a plain wheel scrolls the page
    event.preventDefault();
    const box = this.stage.getBoundingClientRect();
    const [px, py] = [event.clientX - box.left, event.clientY - box.top];
    const { k, x, y } = this.zoom;
    const now = clamp(k * Math.exp(-event.deltaY / 400), 0.25, 3);
    this.zoom = { k: now, x: px - ((px - x) * now) / k, y: py - ((py - y) * now) / k };
    this.later();
  }

  // ---- keyboard --------------------------------------------------------------------------------------------------

  key(event) {
    this.byKeys = true;
    const done = this.handle(event);
    if (!done) return;
    event.preventDefault();
    event.stopPropagation();
  }

  handle(event) {
    const at = event.target;
    const typing = at.matches?.("input:not([type=radio]):not([type=checkbox]), textarea");
    const { key } = event;
    const control = event.ctrlKey || event.metaKey;
    if (control && key.toLowerCase() === "z" && !typing) {
      this.ask({ type: event.shiftKey ? "redo" : "undo" });
      return true;
    }
    if (key === "F6") return this.nextPart(event.shiftKey ? -1 : 1);
    if (key === "Escape") return this.escape();
    if (control || event.altKey || key === "Tab") return false;
    const part = at.closest?.("[data-part]")?.dataset.part;
    if (part === "question") return this.questionKey(event, typing);
    if (typing) return false;
    if (key === "?") return this.toggle("help");
    if (this.zones?.wait && part === "zones") return this.zoneKey(key);
    if (part === "graph") return this.graphKey(key);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
    if (step && part && part !== "table") return this.along(part, at, step);
    return false;
  }

  escape() {
    if (this.open.help) return this.toggle("help");
    if (this.held || this.zones) {
      const from = this.held?.from;
      this.release();
      if (from) this.focusNode(from);
      this.say("Cancelled.");
      return true;
    }
    const asked = [...this.out.values()].some((words) => words.includes("Esc"));
    if (asked) {
      // Python finishes first, and what it finds is not shown.
      this.given = this.ask({ type: "cancel" });
      this.wantQuestion = this.wantGhost = false;
      this.say("Dropped.");
      return true;
    }
    if (this.busy) {
      this.cancel();
      return true;
    }
    return false;
  }

  along(part, at, step) {
    const stops = [...this.root.querySelectorAll(`[data-part="${part}"] [data-stop]`)].filter((el) => !el.disabled);
    const next = stops[(stops.indexOf(at.closest("[data-stop]")) + step + stops.length) % stops.length];
    next?.focus();
    return Boolean(next);
  }

  nextPart(step) {
    const parts = [...this.root.querySelectorAll("[data-part]")].filter((el) => el.querySelector("[data-stop]:not(:disabled)"));
    const now = parts.findIndex((el) => el.contains(this.active));
    const next = parts[(now + step + parts.length) % parts.length];
    if (next.dataset.part === "graph") this.focusNode(this.last);
    else next.querySelector("[data-stop]:not(:disabled)").focus();
    return true;
  }

  questionKey(event, typing) {
    const { key, target } = event;
    const pending = this.get("pending");
    const button = target.tagName === "BUTTON" || target.tagName === "SUMMARY";
    if (key === "Enter") {
      if (button) return false;
      this.apply();
      return true;
    }
    if (typing && key !== "ArrowDown" && key !== "ArrowUp") return false;
    if ((key === "ArrowLeft" || key === "ArrowRight") && pending.alternatives.length) {
      const other = pending.alternatives[key === "ArrowLeft" ? 0 : 1];
      this.propose(this.withFields(other.step, { rule: pending.rule }));
      return true;
    }
    const step = { ArrowDown: 1, ArrowUp: -1, ArrowRight: 1, ArrowLeft: -1 }[key];
    if (!step) return false;
    return this.along("question", target, step);
  }

  side(step) {
    return step.merge_select?.winner;
  }

  zoneKey(key) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
    if (!step) return this.letter(key);
    return this.along("zones", this.active, step);
  }

  graphKey(key) {
    const id = this.last;
    const arrow = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[key];
    if (this.held) {
      if (arrow) return this.nextLit(arrow[0] + arrow[1]);
      const lit = this.lit().get(id);
      if (key === "Enter" || key === " ") {
        if (lit) this.dropOn(id, lit);
        return true;
      }
      return this.letter(key);
    }
    if (arrow) return this.walk(id, arrow);
    if (key === "Enter" || key === " ") {
      if (this.busy) this.apply();
      else this.clicked(id);
      if (this.held) this.nextLit(1);
      return true;
    }
    switch (key.toLowerCase()) {
      case "k":
        return this.act(["checkpoint"]);
      case "f":
        return this.begin(["fork_choice", "fork_parallel"], "F: now C for one of, P for both.");
      case "r":
        return this.begin(["restore_replace", "restore_live"], "R: arrows choose the flag; R replaces, L keeps live.");
      case "m":
        return this.begin(["merge_select", "merge_join"], "M: now S to select, J to join.");
      case "t":
        return this.toggle("table");
      case "p":
        return this.predict();
    }
    return false;
  }

  begin(operations, words) {
    const id = this.last;
    if (!this.hold(id, { operations })) {
      this.say("That cannot be done here; go to the tip of a branch.");
      return true;
    }
    this.held.prefix = true;
    if (operations[0] !== "fork_choice") this.nextLit(1);
    this.say(words);
    return true;
  }

  /** A letter while something is held says which operation. */
  letter(key) {
    const operation = {
      c: "fork_choice", p: "fork_parallel", r: "restore_replace", l: "restore_live", s: "merge_select", j: "merge_join",
    }[key.toLowerCase()];
    if (!operation || !this.held) return false;
    const here = this.lit().get(this.zones?.id ?? this.last) ?? [];
    const meant = (places) => places.map((n) => this.target(n)).filter((t) => t.operation === operation);
    // What is lit here goes first; a tip in a group within a group may be meant for another place.
    const all = [here, [...new Set(this.held.entries.map((e) => e.target))]].map(meant).find((found) => found.length) ?? [];
    if (all.length) this.choose(all, this.last, this.spot(this.last));
    else this.say("That cannot be done here.");
    return true;
  }

  /** A toolbar button, or a single key: the operation on the selection. */
  act(operations, id = this.last) {
    const found = [...new Set(this.entriesOf(id, operations).map((e) => e.target))].map((n) => this.target(n));
    if (!found.length) this.say("That cannot be done here.");
    else if (found[0].operation === "merge_select") this.choose([found[0]]);
    else this.choose(found, id, this.spot(id));
    return true;
  }

  spot(id) {
    const node = this.node(id);
    return node ? { x: node.x + node.width / 2, y: node.y + node.height } : { x: 40, y: 40 };
  }

  groundSpot() {
    const node = this.node(this.held?.id) ?? { x: 40, y: 40, width: 0, height: 0 };
    return { x: node.x + node.width + 12, y: node.y + node.height + 10 };
  }

  nextLit(step) {
    const places = [...this.lit().keys()];
    if (!places.length) return true;
    const next = places[(places.indexOf(this.last) + step + places.length) % places.length];
    this.draw();
    this.focusNode(next);
    const spot = next === GROUND ? this.groundSpot() : this.spot(next);
    this.over(next, spot.x, spot.y);
    return true;
  }

  /** Where a node's edges lead, on or back; what leads to a frame leads to all that stands in it. */
  joined(node, dx) {
    const [here, there] = dx > 0 ? ["source", "target"] : ["target", "source"];
    const ids = new Set();
    for (const e of this.shown.edges.values()) {
      if (e.change !== "copied" && (e[here] === node.id || (node.frame && e[here] === node.frame))) ids.add(e[there]);
    }
    return [...this.shown.nodes.values()].filter((n) => ids.has(n.id) || ids.has(n.frame));
  }

  /** Right and left follow the edges; up and down go to the nearest node. */
  walk(id, [dx, dy]) {
    const here = this.node(id);
    if (!here) return this.focusNode(this.home());
    const nodes = [...this.shown.nodes.values()];
    if (dx) {
      const far = (n) => Math.abs(n.y - here.y) * 1e4 + Math.abs(n.x - here.x);
      const [next] = this.joined(here, dx).sort((a, b) => far(a) - far(b) || a.y - b.y);
      if (next) return this.focusNode(next.id);
    }
    const middle = (n) => [n.x + n.width / 2, n.y + n.height / 2];
    const [x, y] = middle(here);
    const cost = (n) => {
      const [nx, ny] = middle(n);
      const ahead = dx ? (nx - x) * dx : (ny - y) * dy;
      return ahead < 4 ? Infinity : ahead + 2.5 * Math.abs(dx ? ny - y : nx - x);
    };
    const best = nodes.filter((n) => n.change !== "copied").sort((a, b) => cost(a) - cost(b))[0];
    if (best && cost(best) < Infinity) this.focusNode(best.id);
    return true;
  }

  toggle(what) {
    this.open[what] = !this.open[what];
    this.draw();
    if (what === "help" && this.open.help) this.find(".ek-help [data-stop]")?.focus();
    if (what === "help" && !this.open.help) this.focusNode(this.last);
    return true;
  }

  predict() {
    this.model.set("predicting", !this.get("predicting"));
    this.model.save_changes();
    this.say(this.get("predicting") ? "Predict mode is on: guess before you see." : "Predict mode is off.");
    return true;
  }

  select(id) {
    this.last = id;
    if (this.get("selection") === id) return;
    this.model.set("selection", id);
    this.model.save_changes();
    this.later();
  }

  focused(el) {
    const now = el.closest?.("[data-stop]");
    if (!now) return;
    this.rove(now);
    if (now.dataset.zone !== undefined) this.overZone(Number(now.dataset.zone));
    if (!now.dataset.id) return;
    this.last = now.dataset.id;
    this.was = this.node(this.last);
    if (this.scene.nodes.some((n) => n.id === now.dataset.id)) this.select(now.dataset.id);
    this.later();
  }

  /** One tab stop: the element that had the focus last. */
  rove(now) {
    if (this.tab === now && now.tabIndex === 0) return;
    for (const el of this.root.querySelectorAll('[data-stop][tabindex="0"]')) if (el !== now) el.tabIndex = -1;
    now.tabIndex = 0;
    this.tab = now;
  }

  focusNode(id) {
    const el = this.element(id) ?? this.element(this.nearest());
    if (!el) return false;
    this.show(el.dataset.id);
    el.focus({ preventScroll: true });
    el.scrollIntoView?.({ block: "nearest", inline: "nearest" });
    return true;
  }

  element(id) {
    return [...this.root.querySelectorAll("[data-id]")].find((el) => el.dataset.id === id);
  }

  /** Where to go when what had the focus is gone. */
  nearest() {
    const at = this.was;
    if (!at) return this.home();
    const far = (n) => Math.hypot(n.x - at.x, n.y - at.y);
    return this.scene.nodes.reduce((best, n) => (far(n) < far(best) ? n : best)).id;
  }

  home() {
    const nodes = this.scene.nodes;
    return (nodes.find((n) => n.kind === "tip" && n.state === "current") ?? nodes[0]).id;
  }

  /** Pan no further than needed to have a node in view. */
  show(id) {
    const node = this.node(id);
    if (node) this.bring(this.reach([node]));
  }

  /** Pan no further than needed to have the ghost in view, with all that is written on it. */
  showGhost() {
    const ghost = this.ghostly();
    if (ghost.length) this.bring(this.reach(ghost));
  }

  /** What a ghost adds, and the calls that it says something of. */
  ghostly() {
    const { nodes, bands, first, doomed } = this.shown;
    return [...bands.values(), ...nodes.values()].filter((item) =>
      item.change === "added" || first.has(item.id) || doomed.has(item.id));
  }

  /** The box around some nodes and bands, with the words under, above and beside them. */
  reach(items) {
    const sides = [Infinity, Infinity, -Infinity, -Infinity];
    for (const { x, y, width, height, id, text, label } of items) {
      const words = text ? text - x + 7 * label.length : 0; // of a band
      const fate = this.shown.first.has(id) || this.shown.doomed.has(id) ? 28 : 14;
      sides[0] = Math.min(sides[0], x - 12);
      sides[1] = Math.min(sides[1], y - 12);
      sides[2] = Math.max(sides[2], x + Math.max(width, words) + 12);
      sides[3] = Math.max(sides[3], y + height + fate);
    }
    return sides;
  }

  /** Pan so that a box is seen, or, when it is larger than the stage, as much of it as leaves a little before it. */
  bring([left, top, right, bottom]) {
    if (!this.stage || !this.zoom) return;
    const { k, x, y } = this.zoom;
    const least = (low, high, from, size) => {
      const [a, b] = [low * k + from, high * k + from];
      if (b - a > size) return a < 0 ? Math.min(-a, Math.max(0, size - b)) : -Math.min(Math.max(0, a - 140), b - size);
      return a < 0 ? -a : Math.min(0, size - b);
    };
    const dx = least(left, right, x, this.stage.clientWidth);
    const dy = least(top, bottom, y, this.stage.clientHeight - (this.find(".ek-foot")?.offsetHeight ?? 0));
    if (Math.abs(dx) + Math.abs(dy) > 0.5) this.zoom = { k, x: x + dx, y: y + dy };
    this.later();
  }

  // ---- drawing ---------------------------------------------------------------------------------------------------

  /** The scene with a ghost over it, by id. */
  compose() {
    const pending = this.get("pending");
    const preview = this.hover ? this.hover.preview : this.busy && !this.held ? pending.preview : null;
    const ghost = preview?.ghost;
    const all = (kind) => new Map(this.scene[kind].map((item) => [item.id, item]));
    const shown = { nodes: all("nodes"), edges: all("edges"), bands: all("bands"), strip: this.scene.strip };
    shown.width = this.scene.width;
    shown.height = this.scene.height;
    shown.first = new Set(preview?.lit ?? []);
    shown.doomed = new Set(preview?.doomed ?? []);
    shown.preview = preview;
    if (ghost) {
      for (const kind of ["nodes", "edges", "bands"]) for (const item of ghost[kind]) shown[kind].set(item.id, item);
      for (const id of ghost.gone) shown.nodes.delete(id);
      Object.assign(shown, { width: ghost.width, height: ghost.height, strip: ghost.strip });
    }
    return shown;
  }

  draw() {
    const active = this.active;
    const had = active && this.root.contains(active);
    this.shown = this.compose();
    this.root.setAttribute("aria-label", `Edit desk: ${this.get("title")}`);
    patch(this.root, [
      this.head(),
      this.get("error") && this.errorStrip(),
      this.toolbar(),
      h("main", "div", { class: "ek-main" }, [
        h("stage", "div", { class: "ek-stage", "data-part": "graph", "data-testid": "stage" }, [
          this.graph(), this.overlay(), this.foot(), this.offView(),
        ]),
        h("side", "div", { class: "ek-side", ...SCROLLS }, [this.busy && this.question(), this.list()]),
      ]),
      this.strip(),
      this.open.table && this.table(),
      this.open.help && this.help(),
      h("hint", "div", { class: "ek-live", id: `ek-hint-${this.view}` },
        "F6 and Shift+F6 go to the next and the previous part; the question mark lists all keys."),
      h("live", "div", { class: "ek-live", role: "status", "aria-live": "polite", "data-testid": "live" }, this.spoken),
    ]);
    this.stage = this.find(".ek-stage");
    this.place();
    if (this.wantGhost) {
      this.wantGhost = false;
      this.showGhost();
    }
    this.settleFocus(had);
  }

  settleFocus(had) {
    if (this.wantQuestion && this.busy) {
      this.wantQuestion = false;
      const first = this.find('[data-part="question"] :is(input:not([type=radio]), input:checked, .ek-apply)');
      first?.focus();
      if (first?.matches("[type=text]")) first.select();
    } else if (this.wantZone && this.zones) {
      this.wantZone = false;
      this.find("[data-zone]")?.focus();
    } else if (had && !this.root.contains(this.active)) {
      this.focusNode(this.last);
    } else if (this.wantGraph && !this.busy) {
      this.wantGraph = false;
      if (had) this.focusNode(this.last);
    }
    if (!this.tab?.isConnected || this.tab.tabIndex !== 0 || this.tab.disabled) {
      const el = this.element(this.last) ?? this.element(this.home());
      if (el) this.rove(el);
    }
  }

  /** The size of the stage, and the first look: everything when it fits, else where things go on. */
  place() {
    const width = this.stage.clientWidth;
    if (!width) return;
    if (!this.zoom) {
      const all = width / this.scene.width;
      const k = all < 0.75 ? 1 : Math.min(all, 1);
      const on = this.scene.nodes.filter((n) => n.state === "enabled" || n.state === "current").map((n) => n.x);
      let x = all < 0.75 ? Math.min(0, width * 0.4 - Math.min(...on) * k) : 0;
      // Nothing is cut in two by the left side.
      const cut = this.scene.nodes.filter((n) => n.x * k + x < 8 && (n.x + n.width) * k + x > 0).map((n) => n.x);
      if (x && cut.length) x = Math.min(0, 12 - Math.min(...cut) * k);
      this.zoom = { k, x, y: 0 };
    }
    const { k, x, y } = this.zoom;
    this.most = Math.max(this.most, clamp(this.shown.height * k + 110, 340, 430));
    this.stage.style.height = `${this.most}px`;
    const world = this.stage.querySelector(".ek-world");
    const transform = `translate(${x},${y}) scale(${k})`;
    if (world.getAttribute("transform") !== transform) world.setAttribute("transform", transform);
    for (const el of world.querySelectorAll(".ek-band")) {
      // A label stays in view as long as its lane does.
      const band = this.shown.bands.get(el.dataset.band);
      const dx = clamp(-x / k - band.x, 0, Math.max(0, band.width - 120));
      el.querySelector("text").setAttribute("dx", dx);
    }
    for (const el of this.stage.querySelectorAll(".ek-over")) {
      const left = Number(el.dataset.x) * k + x - (el.classList.contains("ek-zones") ? el.offsetWidth / 2 : 0);
      const top = Number(el.dataset.y) * k + y + 14;
      el.style.left = `${clamp(left, 6, Math.max(6, width - el.offsetWidth - 6))}px`;
      el.style.top = `${clamp(top, 6, Math.max(6, this.stage.clientHeight - el.offsetHeight - 46))}px`;
    }
  }

  fit() {
    const { clientWidth: width, clientHeight: height } = this.stage;
    const k = clamp(Math.min(width / (this.shown.width + 8), height / (this.shown.height + 8)), 0.05, 1);
    this.zoom = { k, x: 4, y: 4 };
    this.later();
  }

  button(key, label, click, { disabled = false, cls = "", attrs = {}, kids = undefined } = {}) {
    const all = stop({ type: "button", class: `ek-button ${cls}`, disabled, ...attrs });
    return h(key, "button", all, kids ?? label, { click });
  }

  verdict(key, verdict, { word = undefined, small = false } = {}) {
    const [shape, sign, name = verdict] = VERDICTS[verdict] ?? VERDICTS.unanswered;
    return h(key, "span", { class: `ek-verdict ${small ? "ek-small" : ""}`, "data-verdict": verdict }, [
      h("icon", "svg", { viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" }, [
        h("shape", "path", { class: "ek-shape", d: shape }),
        h("sign", "path", { class: "ek-sign", d: sign }),
      ]),
      span("word", word ?? name),
    ]);
  }

  head() {
    const standing = this.get("standing");
    const [right, all] = this.get("score");
    return h("head", "div", { class: "ek-head" }, [
      h("title", "strong", { class: "ek-title" }, this.get("title")),
      h("standing", "span", { class: "ek-standing", "data-testid": "standing" }, [
        quiet("words", "as it stands"),
        this.verdict("chip", standing.verdict, { small: true }),
        quiet("why", standing.why),
        standing.verdict === "rejected" && this.button("ask", "Why?", () => this.ask({ type: "why" })),
      ]),
      this.slow && h("slow", "span", { class: "ek-slow", "data-testid": "busy" }, "◌ working…"),
      this.get("predicting") &&
        h("score", "span", { class: "ek-score", "data-testid": "score" }, `Predictions: ${right} of ${all} right`),
      h("policy", "div", { class: "ek-policy" }, [
        quiet("name", "policy "),
        span("text", this.get("policy")),
      ]),
    ]);
  }

  errorStrip() {
    return h("error", "div", { class: "ek-error", role: "alert", "data-part": "error", "data-testid": "error" }, [
      span("text", this.get("error")),
      this.button("close", "Dismiss", () => this.send({ type: "dismiss" })),
    ]);
  }

  toolbar() {
    const id = this.last || this.get("selection");
    const operations = OPERATIONS.map(({ name, label, sign, keys }) => {
      const legal = this.entriesOf(id, [name]).length > 0;
      const pick = name === "checkpoint" ? { "data-pick": NEW_FLAG } : {};
      const kids = [h("sign", "span", { "aria-hidden": "true", class: "ek-glyph" }, sign), span("label", label)];
      const title = `${pick["data-pick"] ? "Drag the flag onto a tip, or press for the selection" : label} (keys: ${keys})`;
      // A flag can be dragged from the button although nothing is selected, so it is not disabled, only marked.
      const off = pick["data-pick"] ? { "aria-disabled": legal ? null : "true" } : {};
      const attrs = { "aria-label": label, title, "data-operation": name, ...pick, ...off };
      return this.button(name, label, () => this.act([name], id), { disabled: !legal && !pick["data-pick"], attrs, kids });
    });
    const at = this.get("at");
    const more = (key, label, click, attrs = {}, disabled = false) => this.button(key, label, click, { attrs, disabled });
    return h("toolbar", "div", { class: "ek-toolbar", role: "toolbar", "aria-label": "Operations", "data-part": "toolbar" }, [
      h("operations", "div", { class: "ek-group" }, operations),
      h("more", "div", { class: "ek-group" }, [
        more("undo", "Undo", () => this.ask({ type: "undo" }), {}, at === 0),
        more("redo", "Redo", () => this.ask({ type: "redo" }), {}, at === this.get("steps").length),
        more("fit", "Fit", () => this.fit()),
        more("table", "Table", () => this.toggle("table"), { "aria-pressed": String(this.open.table) }),
        more("predict", "Predict", () => this.predict(), { "aria-pressed": String(Boolean(this.get("predicting"))) }),
        more("help", "Keys", () => this.toggle("help"), { "aria-expanded": String(this.open.help) }),
      ]),
    ]);
  }

  graph() {
    const { bands, edges, nodes } = this.shown;
    const lit = this.held ? this.lit() : new Map();
    const hatch = `ek-hatch-${this.view}`;
    const ends = this.scene.ends.filter((end) => lit.has(end.id));
    if (lit.has(GROUND) && !this.press && !this.zones) {
      const spot = this.groundSpot();
      ends.push({ id: GROUND, kind: "end", ...spot, width: 96, height: 26, label: "free space", name: "free space: fork",
        state: "current", change: "kept" });
    }
    const all = [...nodes.values()].filter((node) => node.change !== "copied" || node.id === this.last || node.id === this.held?.id);
    const from = this.press?.dragging && this.node(this.held?.id);
    const line = from && this.press.at
      ? `M${from.x + from.width / 2},${from.y + from.height / 2} L${this.press.at.x},${this.press.at.y}` : "";
    const shown = [...edges.values()].filter((edge) => edge.change !== "copied");
    return h("svg", "svg", { class: "ek-svg", role: "group", "aria-label": `Workflow of ${this.get("title")}`,
      "data-held": Boolean(this.held), "data-ghost": this.shown.preview?.verdict }, [
      h("defs", "defs", {}, [
        h("hatch", "pattern", { id: hatch, width: 6, height: 6, patternUnits: "userSpaceOnUse",
          patternTransform: "rotate(45)" }, [h("line", "path", { d: "M0,0V6", class: "ek-hatch" })]),
      ]),
      h("world", "g", { class: "ek-world" }, [
        h("bands", "g", { "aria-hidden": "true" }, [...bands.values()].filter((band) => band.change !== "copied").map((band) => this.band(band))),
        h("edges", "g", { "aria-hidden": "true" }, shown.map((edge) => this.edge(edge))),
        h("nodes", "g", { role: "presentation" }, [...all, ...ends].map((node) => this.drawNode(node, lit, hatch))),
        h("line", "path", { class: "ek-rubber", d: line || null, "aria-hidden": "true" }),
      ]),
    ]);
  }

  /** @param {Band} band */
  band(band) {
    return h(band.id, "g", { class: "ek-band", "data-band": band.id, "data-kind": band.kind, "data-change": band.change }, [
      h("box", "rect", { x: band.x, y: band.y, width: band.width, height: band.height, rx: 10 }),
      h("text", "text", { x: band.text, y: band.y + (band.kind === "frame" ? -5 : 12) }, short(band.label, band.width, 11)),
    ], {}, JSON.stringify(band));
  }

  /** @param {SceneEdge} edge */
  edge(edge) {
    const [x, y] = edge.path.split(/[ ,]/).slice(-2).map(Number);
    return h(edge.id, "g", { class: "ek-edge", "data-edge": edge.id, "data-change": edge.change }, [
      h("line", "path", { class: "ek-line", d: edge.path }),
      h("head", "path", { class: "ek-arrow", d: `M${x},${y} L${x - 7},${y - 3.5} L${x - 7},${y + 3.5} Z` }),
    ], {}, JSON.stringify(edge));
  }

  /** @param {SceneNode} node */
  drawNode(node, lit, hatch) {
    const { kind } = node;
    const first = this.shown.first.has(node.id);
    const held = this.held?.id === node.id;
    const selected = this.get("selection") === node.id;
    const picks = this.get("picks");
    const pickable = Boolean(picks[node.id] || (kind === "call" && picks[`tip:${node.branch}`]) || kind === "end");
    const doomed = this.shown.doomed.has(node.id);
    const flags = [first, doomed, held, selected, lit.has(node.id), pickable];
    return { key: node.id, tag: "g", memo: JSON.stringify(node) + flags, lazy: () => this.parts(node, hatch, ...flags) };
  }

  /** @param {SceneNode} node */
  parts(node, hatch, first, doomed, held, selected, lit, pickable) {
    const { width: w, height: tall, kind } = node;
    const gone = node.change === "removed" || ["given up", "impossible", "lost"].includes(node.state);
    const said = { added: "added by the edit", removed: "removed by the edit" }[node.change];
    const name = [node.name, said, first && "first to fall", doomed && "cannot be finished", lit && "drop here"].filter(Boolean).join(", ");
    const attrs = stop({
      class: "ek-node", role: pickable ? "button" : "img", "aria-label": name, "data-id": node.id, "data-kind": kind,
      "data-state": node.state, "data-change": node.change, "data-lit": lit, "data-held": held,
      "data-first": first, "data-doomed": doomed, "data-selected": selected, "data-pickable": pickable, "data-gone": gone,
      transform: `translate(${node.x},${node.y})`, "aria-pressed": pickable && kind !== "call" ? String(held) : null,
    });
    const middle = tall / 2;
    const text = (key, y, label, cls, size) => label && h(key, "text", { class: cls, x: w / 2, y }, short(label, w - 8, size));
    const kids = [h("title", "title", {}, node.name), h("ring", "rect", { class: "ek-ring", x: -5, y: -5, width: w + 10, height: tall + 10, rx: kind === "call" ? 10 : 18 })];
    if (kind === "flag") {
      kids.push(h("hit", "rect", { class: "ek-hit", width: w, height: tall }),
        h("pole", "path", { class: "ek-pole", d: `M1,${tall} L1,0` }),
        h("box", "path", { class: "ek-box", d: `M1,0 L${w},0 L${w - 5},9 L${w},18 L1,18 Z` }), text("label", 13, node.label, "ek-flag", 12));
    } else if (kind === "tip") {
      kids.push(h("box", "circle", { class: "ek-box", cx: w / 2, cy: middle, r: w / 2 - 2 }),
        h("dot", "circle", { class: "ek-dot", cx: w / 2, cy: middle, r: 4 }));
    } else {
      const rx = kind === "call" ? 7 : tall / 2;
      kids.push(h("box", "rect", { class: "ek-box", width: w, height: tall, rx }),
        gone && h("hatch", "rect", { width: w, height: tall, rx, style: `fill:url(#${hatch})`, "pointer-events": "none" }),
        text("label", node.detail ? middle - 3 : middle + 5, node.label, "ek-label", 13.5),
        text("detail", middle + 13, node.detail, "ek-detail", 11));
      const sign = { new: "✓", reuse: "✓", enabled: "▸", "given up": "✕", impossible: "—" }[node.state];
      if (kind === "call" && sign) kids.push(h("sign", "text", { class: "ek-mark", x: 7.5, y: 11, "aria-hidden": "true" }, sign));
      if (node.reuse) {
        const words = node.state === "reuse" ? "↺ reuse" : "↺ already authorized";
        const wide = node.state === "reuse" ? 54 : 118;
        kids.push(h("badge", "g", { class: "ek-badge", transform: `translate(${(w - wide) / 2},${tall - 5})` }, [
          h("box", "rect", { width: wide, height: 16, rx: 8 }), h("text", "text", { x: wide / 2, y: 11.5 }, words)]));
      }
    }
    const fate = first ? "✕ first to fall" : doomed ? "✕ cannot finish" : "";
    if (fate) kids.push(h("fate", "text", { class: "ek-fate", x: w / 2, y: kind === "call" ? tall + (node.reuse ? 24 : 14) : -9 }, fate));
    return h(node.id, "g", attrs, kids);
  }

  /** The zones, or the verdict chip, beside what they are about. */
  overlay() {
    if (this.zones && !this.zones.quiet) {
      const { targets, previews, x, y } = this.zones;
      const zones = targets.map((target, n) => {
        const rule = target.rules.length ? `with rule ${target.rules[0]}` : "";
        const many = targets.filter((other) => other.label === target.label).length > 1;
        const kids = [
          h("label", "span", { class: "ek-zone-label" }, target.label),
          quiet("which", [many && target.words, rule].filter(Boolean).join(", ")),
          previews[n] ? this.verdict("verdict", previews[n].verdict, { small: true }) : quiet("wait", "…"),
        ];
        const attrs = { "data-zone": n, "data-operation": target.operation, "data-over": this.zones.at === n };
        return this.button(n, target.label, () => this.choose([target]), { cls: "ek-zone", attrs, kids });
      });
      const group = { class: "ek-over ek-zones", role: "group", "aria-label": "What the drop does", "data-part": "zones" };
      return h("over", "div", { ...group, "data-x": x, "data-y": y }, [
        h("row", "div", { class: "ek-zone-row" }, zones),
      ]);
    }
    if (!this.hover?.preview || this.zones) return null;
    const preview = this.hover.preview;
    return h("chip", "div", { class: "ek-over ek-chip", "data-testid": "chip", "data-x": this.hover.x,
      "data-y": this.hover.y, "data-verdict": preview.verdict }, [this.verdict("verdict", preview.verdict, { small: true })]);
  }

  /** The line at the foot of the stage: what is pointed at, its verdict and why. */
  foot() {
    const { preview, label } = this.hover ?? {};
    if (this.zones?.quiet) {
      return h("foot", "div", { class: "ek-foot", "data-testid": "foot" }, [
        ...this.zones.targets.flatMap((target, n) => [h(`l${n}`, "b", {}, target.label), this.zones.previews[n] &&
          this.verdict(`v${n}`, this.zones.previews[n].verdict, { small: true })]),
        quiet("hint", `shown: ${this.zones.targets[0].label}; let go to choose`)]);
    }
    if (!preview && !this.zones && !this.held) return null;
    const kids = preview ? [h("what", "b", {}, label), ...this.note(preview)]
      : [span("hint", this.zones ? "Let go on one of the zones." : "Drop it on what is lit. Esc cancels.")];
    return h("foot", "div", { class: "ek-foot", "data-testid": "foot" }, kids);
  }

  /** Verdict and reason, in a few words. */
  note(preview) {
    const more = preview.broken ? `breaks the rule on ${preview.broken}: ` : "";
    const missing = preview.missing.length ? ` Missing: ${preview.missing.join(", ")}.` : "";
    return [
      this.verdict("verdict", preview.verdict, { small: true }),
      span("why", preview.verdict === "hidden" ? "Let go, then guess." : `${more}${preview.why}${missing}`),
    ];
  }

  offView() {
    if (!this.zoom || !this.stage) return null;
    const { k, x, y } = this.zoom;
    const { clientWidth: width, clientHeight: height } = this.stage;
    const ghost = this.ghostly();
    const items = ghost.length ? ghost : [...this.shown.nodes.values()].filter((n) => n.state === "current");
    if (!items.length) return null;
    const [left, top, right, bottom] = this.reach(items);
    const foot = this.hover || this.held || this.zones ? 34 : 0;
    const out = left * k + x < -12 || top * k + y < -12 || right * k + x > width + 10 || bottom * k + y > height - foot + 2;
    return out && this.button("off", "More outside · Fit", () => this.fit(), { cls: "ek-off" });
  }

  // ---- the question ----------------------------------------------------------------------------------------------

  withFields(step, fields) {
    const [[operation, own]] = Object.entries(step);
    const all = { ...own, ...fields };
    for (const name of Object.keys(all)) if (!all[name] || all[name].length === 0) delete all[name];
    return { [operation]: all };
  }

  question() {
    const pending = this.get("pending");
    const { preview, operation } = pending;
    const again = (step) => this.ask({ type: "propose", step });
    const option = (key, name, type, checked, label, note, change) =>
      h(key, "label", { class: "ek-option" }, [
        h("box", "input", stop({ type, name: `${name}-${this.view}`, checked }), undefined, { change }),
        span("label", [span("name", label), note && quiet("note", note)]),
      ]);
    const { mistake } = pending;
    const wrong = `ek-wrong-${this.view}`;
    const field = (key, label, value, change) =>
      h(key, "div", { class: "ek-field" }, [
        h("label", "label", {}, [
          span("label", label),
          h("input", "input", stop({ type: "text", value: mistake?.text ?? value, spellcheck: "false",
            "aria-invalid": mistake ? "true" : null, "aria-describedby": mistake ? wrong : null }), undefined,
            { input: (e) => change(e.target.value) }),
        ]),
        mistake && h("wrong", "div", { id: wrong, class: "ek-wrong", "data-testid": "mistake" }, `✕ ${mistake.why}`),
      ]);
    const set = (key, legend, kids) => h(key, "fieldset", { class: "ek-set" }, [h("legend", "legend", {}, legend), ...kids]);
    const hidden = preview.verdict === "hidden";
    const guess = this.get("guess");
    return h("question", "section", { class: "ek-question", "aria-label": "The step in question", "data-part": "question",
      "data-testid": "question", "data-verdict": preview.verdict }, [
      h("words", "div", { class: "ek-words" }, pending.words),
      h("answer", "div", { class: "ek-answer", "data-testid": "answer" }, [
        this.verdict("verdict", preview.verdict),
        guess.guess && h("guess", "span", { class: "ek-guess", "data-right": guess.right, "data-testid": "guess" },
          guess.right ? "✓ You guessed right." : `✕ You guessed ${guess.guess}.`),
        preview.broken && h("broken", "div", { class: "ek-broken" }, `It breaks the model's rule on: ${preview.broken}`),
        preview.missing.length > 0 && h("missing", "div", { class: "ek-missing" }, `Cannot be finished: ${preview.missing.join(", ")}`),
        !hidden && !mistake && h("why", "div", { class: "ek-why" }, `${preview.why}.`),
        preview.rounds.length > 1 && h("rounds", "div", { class: "ek-quiet" }, `rounds: ${preview.rounds.map((n) => (n.length > 12 ? n.length + " digits" : n)).join(" → ")}`),
      ]),
      hidden && h("guesses", "div", { class: "ek-guesses", role: "group", "aria-label": "Your guess" },
        ["accepted", "rejected", "invalid"].map((verdict) =>
          this.button(verdict, verdict, () => this.ask({ type: "guess", guess: verdict }), {
            attrs: { "data-guess": verdict }, kids: [this.verdict("v", verdict, { small: true })] }))),
      operation === "checkpoint" && field("name", "Name of the flag", pending.step.checkpoint, (name) =>
        again({ ...pending.step, checkpoint: name.trim() })),
      operation === "settle" && field("value", "What it returned (JSON, or words)", JSON.stringify(pending.step.value), (text) => {
        let value = text;
        try { value = JSON.parse(text); } catch { /* words are a value too */ }
        again({ ...pending.step, value });
      }),
      pending.alternatives.length > 0 && set("arms", "Keep (← →)", pending.alternatives.map((other) =>
        option(other.label, "arm", "radio", this.side(other.step) === this.side(pending.step), other.label, "", () =>
          again(this.withFields(other.step, { rule: pending.rule }))))),
      pending.rules.length > 0 && set("rules", "Rule", pending.rules.map((rule) =>
        option(`rule-${rule.name}`, "rule", "radio", rule.name === pending.rule, rule.name || "no rule", rule.adds, () =>
          again(this.withFields(pending.step, { rule: rule.name }))))),
      pending.signatures.length > 0 && set("signatures", "Signatures", pending.signatures.map((each) =>
        option(`sign-${each.authority}`, each.authority, "checkbox", each.signed, `${each.authority} signs`,
          `and gives up ${each.results.join(", ")}`, (e) => {
            const names = pending.signatures.filter((s) => (s === each ? e.target.checked : s.signed)).map((s) => s.authority);
            again(this.withFields(pending.step, { signed_by: names }));
          }))),
      preview.owed.length > 0 && h("owed", "details", { class: "ek-owed" }, [
        h("summary", "summary", stop(), `What was owed: ${preview.owed.length}`),
        h("list", "ul", SCROLLS, preview.owed.slice(0, 60).map((line, n) => h(n, "li", {}, line))),
      ]),
      h("buttons", "div", { class: "ek-buttons ek-decide" }, [
        this.button("apply", "Apply", () => this.apply(), { cls: "ek-apply", attrs: { "aria-disabled": preview.verdict === "accepted" ? null : "true" } }),
        this.button("cancel", "Cancel", () => this.cancel()),
        preview.verdict === "rejected" && this.button("ask", "Why?", () => this.ask({ type: "why", step: pending.step }), { cls: "ek-ask" }),
      ]),
      ...(mistake ? [] : [
        h("json", "code", { class: "ek-json", "data-testid": "json" }, pending.json),
        h("python", "code", { class: "ek-json", "data-testid": "python" }, pending.python),
        ...this.copies("question", "the step in question", pending),
      ]),
    ]);
  }

  // ---- lists -----------------------------------------------------------------------------------------------------

  list() {
    const at = this.get("at");
    const steps = this.get("steps");
    const item = (n, words, extra) => h(n, "li", { class: n > at ? "ek-undone" : "" }, [
      this.button("jump", words, () => this.ask({ type: "jump", at: n }), {
        cls: "ek-jump", attrs: { "aria-current": n === at ? "step" : null, title: extra } }),
    ]);
    return h("list", "section", { class: "ek-list", "aria-label": "Edit list", "data-part": "list" }, [
      h("head", "div", { class: "ek-quiet" }, "Edit list"),
      h("steps", "ol", { start: 0, ...SCROLLS }, [item(0, "as opened", ""), ...steps.map((step, n) =>
        item(n + 1, step.words + (n >= at ? " (undone)" : ""), `${step.json}\n${step.python}`))]),
      ...this.copies("list", "the steps"),
      h("files", "div", { class: "ek-buttons", role: "group", "aria-label": "Files" }, [
        this.button("save", "Save record", () => this.download()), this.button("load", "Open record", () => this.upload()),
      ]),
    ]);
  }

  download() {
    const link = document.createElement("a");
    const text = JSON.stringify(this.get("document"), null, 2);
    link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    link.download = `${this.get("title")}.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  }

  upload() {
    const input = document.createElement("input");
    input.type = "file";
    input.accept = ".json,application/json";
    input.onchange = () => this.opened(input.files[0]);
    input.click();
  }

  /** Python reads the text, so that it can say on which line a mistake is. */
  async opened(file) {
    const fail = (why) => {
      this.model.set("error", `${file.name} was not opened: ${why}. Nothing changed.`);
      this.model.save_changes();
    };
    if (file.size > LARGEST) return fail(`it is larger than a browser may send (${LARGEST / 1e6} MB); in a cell: desk.load("${file.name}")`);
    try {
      const text = await file.text();
      this.zoom = null;
      this.ask({ type: "load", record: text, name: file.name });
    } catch {
      fail("it cannot be read (was it moved?); choose it again");
    }
  }

  strip() {
    const { strip } = this.shown;
    const known = new Set(this.scene.strip.map((entry) => entry.action));
    const [next] = this.get("queued");
    const signs = { before: "•", queued: "○", sent: "◐", settled: "●" };
    const entries = strip.map((entry, n) => h(entry.action, "li", { class: "ek-entry", "data-state": entry.state,
      "data-change": known.has(entry.action) ? "kept" : "added" }, [
      quiet("n", `${n + 1}`),
      span("action", entry.action === entry.label ? entry.action : `${entry.action} · ${entry.label}`),
      quiet("state", `${signs[entry.state]} ${entry.state}${known.has(entry.action) ? "" : ", would be new"}`),
      entry.action === next && this.button("send", "Send", () => this.ask({ type: "apply", step: { dispatch: next } }), {
        attrs: { "aria-label": `Send ${entry.action}` } }),
      entry.state === "sent" && this.button("settle", "Settle", () => this.propose({ settle: entry.action, value: null }), {
        attrs: { "aria-label": `Settle ${entry.action}` } }),
    ]));
    return h("strip", "section", { class: "ek-strip", "aria-label": "Authorizations, in order, for good",
      "data-part": "strip" }, [
      h("head", "div", { class: "ek-quiet" }, "Authorized"),
      h("entries", "ol", SCROLLS, entries.length ? entries : [h("none", "li", { class: "ek-quiet" }, "nothing yet")]),
    ]);
  }

  table() {
    const cell = (key, text) => h(key, "td", {}, String(text));
    const nodes = [...this.shown.nodes.values()].filter((node) => node.change !== "copied");
    const rows = nodes.map((node) => h(node.id, "tr", {}, [
      h("name", "th", { scope: "row" }, node.name), cell("branch", node.branch),
      cell("state", node.state), cell("reuse", node.reuse ? "already authorized" : ""),
      cell("change", node.change === "kept" ? "" : node.change),
      cell("next", this.joined(node, 1).map((n) => n.id.replace(/^\w+:/, "")).join(", ")),
    ], {}, undefined));
    const head = ["What", "Branch", "State", "Reuse", "In the ghost", "Leads to"];
    return h("table", "div", { "data-part": "table", "data-testid": "table" }, [h("scroll", "div", stop({ class: "ek-table" }), [
      h("table", "table", {}, [
        h("caption", "caption", {}, `Everything on the desk of ${this.get("title")}`),
        h("head", "thead", {}, [h("row", "tr", {}, head.map((text) => h(text, "th", { scope: "col" }, text)))]),
        h("body", "tbody", {}, rows),
      ]),
    ])]);
  }

  help() {
    return h("help", "div", { class: "ek-help", role: "dialog", "aria-label": "Keys", "data-part": "help" }, [
      h("head", "div", { class: "ek-words" }, "Keys"),
      h("table", "table", {}, [h("body", "tbody", {}, KEYS.map(([keys, words]) =>
        h(keys, "tr", {}, [h("keys", "th", { scope: "row" }, keys), h("words", "td", {}, words)])))]),
      this.button("close", "Close", () => this.toggle("help")),
    ]);
  }
}

export default {
  /** @param {{model: any, el: HTMLElement, signal?: AbortSignal}} host */
  render({ model, el, signal }) {
    const own = new AbortController();
    signal?.addEventListener("abort", () => own.abort(), { once: true });
    new Desk(model, el, own.signal);
    return () => own.abort();
  },
};
