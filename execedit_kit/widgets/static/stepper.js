// The front-end of PruningStepper. All rounds came in one frozen scene; stepping asks nobody.
// Zoom and scrolling stay in the view; everything else is a trait, so that two views agree.

/**
 * @typedef {{id: string, x: number, y: number, width: number, height: number, lines: string[], details: string[],
 *   name: string, prefix: string[], depth: number, falls: number, own: boolean, stub: boolean, complete: boolean,
 *   compatible: number[], missing: number[], reason: string, states: string, prefixes: string}} SceneNode
 * @typedef {{id: string, source: string, target: string, call: string, action: string, mode: string, count: string,
 *   path: string, head: number[][], label: string, shown: boolean, x: number, y: number, falls: number}} SceneEdge
 * @typedef {{round: number, prefix: string[], missing: number[], reason: string, said: string, nodes: string[]}} Removed
 * @typedef {{number: number, size: string, by_result: string[], removals: Removed[], more: number}} Step
 * @typedef {{states: string, moves: string, says: string, width: number, height: number, nodes: SceneNode[],
 *   edges: SceneEdge[]}} Rules
 * @typedef {{kind: string, says: string, note: string, verdict: string, why: string, edit: string, remaining: string,
 *   width: number, height: number, results: {name: string, short: string}[], rounds: Step[], nodes: SceneNode[],
 *   edges: SceneEdge[], rules: Rules | null}} Scene
 * @typedef {{get(name: string): any, set(name: string, value: any): void, save_changes(): void, send(message: any): void,
 *   on(event: string, call: (message?: any) => void): void, off(event: string, call: (message?: any) => void): void}} Model
 */

const SVG = "http://www.w3.org/2000/svg";
const TRAITS = ["round", "playing", "speed", "filter", "compare", "selection", "predict", "guess", "guesses", "rules", "error", "busy"];
const SPEEDS = [0.5, 1, 1.5, 3, 6];
const LARGEST = 1.5;
const SMALLEST = 0.75;
const TALLEST = 470;

const VERDICTS = {
  accepted: ["M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Z", "M4.6 8.2 7 10.6 11.4 5.6"],
  rejected: ["M5 1h6l4 4v6l-4 4H5l-4-4V5Z", "M5.3 5.3l5.4 5.4M10.7 5.3l-5.4 5.4"],
  invalid: ["M8 1.5 15.2 14.5H.8Z", "M8 6v4M8 12v.6"],
  hidden: ["M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Z", "M5.8 6.2a2.2 2.2 0 1 1 3.3 1.9c-.8.5-1.1.9-1.1 1.6M8 11.9v.1"],
};

const HIDDEN = "your guess first";

const KEYS = [
  ["← →", "a round back, a round on"],
  ["Home, End", "first and last round"],
  ["Space", "play, pause"],
  ["↑ ↓", "move within a part"],
  ["Shift + arrows", "in the picture: along the arrows"],
  ["Enter", "go to the round in which it falls; when predicting, choose"],
  ["F6, Shift + F6", "next part, part before"],
  ["Esc", "stop comparing, filtering, looking"],
  ["Ctrl + wheel", "zoom"],
];

const LEGEND = [
  ["there", "still there"],
  ["now", "✕ falls in this round"],
  ["along", "goes along"],
  ["gone", "fell before"],
  ["kept", "remains: W†"],
  ["whole", "complete"],
];

/** Which view of a model goes on by itself, so that two views do not step twice. @type {WeakMap<object, Stepper>} */
const players = new WeakMap();

/** @param {number} n */
const b = (n) => `B${String(n).replace(/\d/g, (d) => "₀₁₂₃₄₅₆₇₈₉"[+d])}`;
/** @param {string} digits */
const grouped = (digits) => digits.replace(/\B(?=(\d{3})+$)/g, ",");
/** @param {string | number} digits @param {string} noun @param {string} [many] */
const count = (digits, noun, many = `${noun}s`) => `${grouped(String(digits))} ${String(digits) === "1" ? noun : many}`;
/** @param {string} size */
const pairs = (size) => count(size, "pair");

/**
 * Make an element; children are elements or text.
 * @param {string} tag @param {Record<string, any>} attrs @param {...(Node | string | null)} kids
 */
function make(tag, attrs = {}, ...kids) {
  const svg = ["svg", "g", "path", "rect", "text", "polygon", "tspan"].includes(tag);
  const el = svg ? document.createElementNS(SVG, tag) : document.createElement(tag);
  set(el, attrs);
  for (const kid of kids) if (kid !== null) el.append(kid);
  return /** @type {any} */ (el);
}

/** @param {Element} el @param {Record<string, any>} attrs */
function set(el, attrs) {
  for (const [name, value] of Object.entries(attrs)) {
    if (value === null || value === undefined || value === false) {
      if (el.hasAttribute(name)) el.removeAttribute(name);
    } else if (el.getAttribute(name) !== String(value)) el.setAttribute(name, String(value));
  }
}

/** @param {Element} el @param {string} text */
function say(el, text) {
  if (el.textContent !== text) el.textContent = text;
}

/** Everything that takes the focus. The host's shortcuts stay away from it. @param {Record<string, any>} attrs */
const stop = (attrs) => ({ tabindex: "-1", "data-lm-suppress-shortcuts": "true", "data-stop": "", ...attrs });

/** @param {string} label @param {string} sign @param {string} act @param {Record<string, any>} [attrs] */
const button = (label, sign, act, attrs = {}) =>
  make(
    "button",
    stop({ type: "button", class: "eks-button", "data-act": act, "aria-label": label, title: label, ...attrs }),
    make("span", { "aria-hidden": "true" }, sign),
  );

/** @param {string} verdict */
function seal(verdict) {
  const [shape, sign] = VERDICTS[verdict] ?? VERDICTS.invalid;
  const drawn = make(
    "svg",
    { viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" },
    make("path", { d: shape, class: "eks-shape" }),
    make("path", { d: sign, class: "eks-sign" }),
  );
  return make("strong", { class: "eks-verdict", "data-verdict": verdict }, drawn, verdict === "hidden" ? HIDDEN : verdict);
}

class Stepper {
  /** @param {Model} model @param {HTMLElement} el */
  constructor(model, el) {
    this.model = model;
    this.id = Math.random().toString(36).slice(2);
    this.scale = 0;
    this.zoomed = false;
    this.spoken = "";
    /** @type {[EventTarget, string, any, any][]} */
    this.heard = [];
    this.timer = 0;
    this.saying = 0;
    this.changed = () => this.guard(() => this.update());
    this.renewed = () => this.guard(() => (this.build(), this.update()));
    this.root = make("div", { class: "ek-stepper", role: "group" });
    el.append(this.root);
    this.listen(this.root, "click", (e) => this.clicked(e));
    this.listen(this.root, "keydown", (e) => this.keyed(e));
    this.listen(this.root, "focusin", (e) => this.focused(e));
    this.called = () => this.guard(() => this.answer());
    for (const name of TRAITS) model.on(`change:${name}`, this.changed);
    model.on("change:scene", this.renewed);
    model.on("change:wanted", this.called);
    this.heeded = (/** @type {any} */ message) => this.guard(() => this.received(message));
    model.on("msg:custom", this.heeded);
    this.renewed();
    if (typeof ResizeObserver !== "undefined") {
      this.resized = new ResizeObserver(() => {
        if (!this.zoomed) this.fit();
        this.called();
      });
      this.resized.observe(this.root);
    }
  }

  close() {
    for (const name of TRAITS) this.model.off(`change:${name}`, this.changed);
    this.model.off("change:scene", this.renewed);
    this.model.off("change:wanted", this.called);
    this.model.off("msg:custom", this.heeded);
    for (const [target, kind, call, options] of this.heard) target.removeEventListener(kind, call, options);
    this.heard = [];
    this.resized?.disconnect();
    clearTimeout(this.timer);
    clearTimeout(this.saying);
    this.timer = 0;
    if (players.get(this.model) === this) {
      players.delete(this.model);
      if (this.get("playing")) this.put({ playing: false });
    }
    this.root.remove();
  }

  /** @param {EventTarget} target @param {string} kind @param {(event: any) => void} call @param {any} [options] */
  listen(target, kind, call, options) {
    const guarded = (/** @type {any} */ event) => this.guard(() => call(event));
    target.addEventListener(kind, guarded, options);
    this.heard.push([target, kind, guarded, options]);
  }

  /** Show what goes wrong. @param {() => void} call */
  guard(call) {
    try {
      call();
    } catch (error) {
      this.broken = `The view failed: ${error instanceof Error ? error.message : error}`;
      if (this.errorText) this.strip();
    }
  }

  /** @param {string} name */
  get(name) {
    return this.model.get(name);
  }

  /** Set traits here, and send them where there is a kernel. @param {Record<string, any>} values */
  put(values) {
    for (const [name, value] of Object.entries(values)) this.model.set(name, value);
    try {
      this.model.save_changes();
    } catch {
      // No kernel: what is shown does not need one.
    }
  }

  // What is shown, worked out from scene and traits. The rules are those of stepper_view.py.

  /** @returns {Scene} */
  get scene() {
    return this.get("scene");
  }
  get last() {
    return this.scene.rounds.length - 1;
  }
  get round() {
    return Math.min(Math.max(this.get("round"), 0), this.last);
  }
  /** @returns {[number, number]} */
  get span() {
    const two = this.get("compare");
    return two.length === 2 ? [Math.min(...two), Math.max(...two)] : [this.round - 1, this.round];
  }
  get comparing() {
    return this.get("compare").length === 2;
  }
  get guesses() {
    return this.get("guesses");
  }
  /** The last round of which anything may show. */
  get known() {
    if (!this.get("predict")) return this.last + 1;
    return Math.max(this.round, ...Object.keys(this.guesses).map(Number));
  }
  get ended() {
    return this.round === this.last && (!this.get("predict") || String(this.last + 1) in this.guesses);
  }
  get wanted() {
    return this.scene.results.findIndex((result) => result.name === this.get("filter"));
  }

  /** @param {SceneNode} node */
  state(node) {
    const [low, high] = this.span;
    if (node.stub) return "stub";
    if (!node.falls || node.falls > high) {
      const hidden = this.get("predict") && !(String(this.last + 1) in this.guesses);
      return high === this.last && !node.falls && !hidden ? "kept" : "there";
    }
    if (node.falls > low) return node.own ? "now" : "along";
    return "gone";
  }

  /** @param {SceneNode} node @param {number} number @param {string[]} guess */
  worth(node, number, guess) {
    const chosen = guess.includes(node.id);
    if (node.falls === number && node.own) return chosen ? "right" : "missed";
    if (!chosen) return "";
    return node.falls === number ? "along" : "wrong";
  }

  /** @param {SceneNode} node */
  mark(node) {
    if (!this.get("predict")) return "";
    const guess = this.get("guess");
    if (String(this.round) in this.guesses && !guess.length) return this.worth(node, this.round, this.guesses[this.round]);
    return guess.includes(node.id) ? "guess" : "";
  }

  /** @param {SceneNode} node */
  matches(node) {
    return !this.get("filter") || node.compatible.includes(this.wanted);
  }

  score() {
    const found = { right: 0, missed: 0, wrong: 0 };
    for (const [number, guess] of Object.entries(this.guesses))
      for (const node of this.scene.nodes) {
        const worth = this.worth(node, Number(number), guess);
        if (worth in found) found[worth] += 1;
      }
    return found;
  }

  caption() {
    const { rounds, verdict, why, remaining } = this.scene;
    const [low, high] = this.span;
    if (verdict === "invalid") return why;
    if (this.comparing) {
      const gone = BigInt(rounds[low].size) - BigInt(rounds[high].size);
      const lost = gone ? grouped(String(gone)) : "none";
      return `${b(low)} → ${b(high)}: ${grouped(rounds[low].size)} → ${pairs(rounds[high].size)}, ${lost} removed`;
    }
    const of = this.get("predict") ? "" : ` of ${this.last}`;
    const round = this.last || this.get("predict") ? `Round ${high}${of}: ` : "";
    let end = "";
    if (this.ended && rounds[high].size === "0") end = "; nothing remains: rejected";
    else if (this.ended) end = `; nothing falls${this.last ? " any more" : ""}: W† has ${count(remaining, "prefix", "prefixes")}`;
    return `${round}${b(high)} has ${pairs(rounds[high].size)}${end}`;
  }

  /** @param {SceneNode} node */
  words(node) {
    const now = this.state(node);
    const fell = {
      there: "still there",
      kept: "remains",
      now: `falls in round ${node.falls}`,
      along: `goes along in round ${node.falls}`,
      gone: `fell in round ${node.falls}`,
      stub: "cannot be finished",
    }[now];
    const parts = [node.name, fell];
    if (node.complete) parts.push(`complete: ${this.results(node.compatible)}`);
    const mark = {
      guess: "chosen",
      right: "rightly foreseen",
      missed: "not foreseen",
      wrong: "chosen, but stays",
      along: "chosen, goes along",
    }[this.mark(node)];
    if (mark) parts.push(mark);
    if (!this.matches(node)) parts.push("not of this result");
    return parts.join("; ");
  }

  /** @param {number[]} positions */
  results(positions) {
    const names = positions.slice(0, 4).map((i) => this.scene.results[i].short);
    return positions.length > 4 ? `${names.join(", ")} and ${positions.length - 4} more` : names.join(", ");
  }

  // Doing.

  /** @param {number} number */
  go(number) {
    const to = Math.min(Math.max(number, 0), Math.min(this.last, this.known));
    const values = { round: to, rules: this.get("rules") && to === this.last };
    if (this.comparing) this.put({ ...values, compare: [this.get("compare")[0], to] });
    else this.put(values);
  }

  next() {
    const number = this.round + 1;
    if (!this.get("predict") || String(number) in this.guesses) return this.go(number);
    const values = { guesses: { ...this.guesses, [number]: this.get("guess") }, guess: [] };
    this.put({ ...values, round: Math.min(number, this.last) });
  }

  /** @param {string} id */
  choose(id) {
    const node = this.scene.nodes.find((one) => one.id === id);
    if (!node) return;
    if (this.get("predict") && this.round + 1 > this.known) {
      const chosen = this.get("guess");
      if (!["there", "kept"].includes(this.state(node))) return this.put({ selection: id });
      const guess = chosen.includes(id) ? chosen.filter((/** @type {string} */ other) => other !== id) : [...chosen, id];
      return this.put({ guess, selection: id });
    }
    this.put({ selection: id });
    if (node.falls && node.falls <= this.known && !this.comparing) this.go(node.falls);
  }

  /** @param {string} act @param {HTMLElement} el */
  act(act, el) {
    const plain = {
      first: () => this.go(0),
      previous: () => this.go(this.round - 1),
      next: () => this.next(),
      last: () => this.go(this.last),
      play: () => this.play(!this.get("playing")),
      slower: () => this.put({ speed: SPEEDS.find((s) => s > this.get("speed")) ?? SPEEDS[SPEEDS.length - 1] }),
      faster: () => this.put({ speed: [...SPEEDS].reverse().find((s) => s < this.get("speed")) ?? SPEEDS[0] }),
      compare: () => this.put({ compare: this.comparing ? [] : [this.round, this.round], playing: false }),
      predict: () => this.put({ predict: !this.get("predict"), compare: [], guess: [], playing: false, rules: false }),
      again: () => this.put({ guesses: {}, guess: [], round: 0, rules: false }),
      rules: () => this.put({ rules: !this.get("rules"), round: this.last, compare: [] }),
      in: () => this.zoom(this.scale * 1.25),
      out: () => this.zoom(this.scale / 1.25),
      fit: () => ((this.zoomed = true), this.fit(true)),
      dismiss: () => ((this.broken = ""), this.get("error") ? this.put({ error: "" }) : this.strip()),
      filter: () => this.put({ filter: this.get("filter") === el.dataset.name ? "" : el.dataset.name }),
      item: () => this.look(el.dataset.node ?? ""),
      save: () => this.save(el.dataset.form ?? ""),
    }[act];
    if (plain && el.getAttribute("aria-disabled") !== "true") plain();
  }

  /** @param {string} id */
  look(id) {
    if (!id) return;
    this.put({ selection: id });
    this.drawn.get(id)?.el.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** Ask Python for the picture of what is shown. @param {string} form */
  save(form) {
    const ground = getComputedStyle(this.root).backgroundColor.match(/[\d.]+/g) ?? [];
    const dark = ground.slice(0, 3).reduce((sum, part) => sum + Number(part), 0) < 384;
    for (const el of [this.saved, this.live]) say(el, "Python makes the picture; without a kernel it cannot.");
    try {
      this.model.send({ type: "export", form, dark, view: this.id });
    } catch {
      // No kernel: that is what has been said.
    }
  }

  /** Put a picture that came where the browser keeps its downloads. @param {any} message */
  received(message) {
    if (message?.type !== "exported" || message.view !== this.id) return;
    const kind = { svg: "image/svg+xml", png: "image/png", pdf: "application/pdf" }[message.form];
    const link = make("a", { href: `data:${kind};base64,${message.data}`, download: message.name });
    link.click();
    for (const el of [this.saved, this.live]) say(el, `Saved as ${message.name}.`);
  }

  /** @param {boolean} on */
  play(on) {
    if (on && !this.get("predict")) {
      players.set(this.model, this);
      this.put(this.round === this.last ? { round: 0, playing: true, compare: [] } : { playing: true, compare: [] });
    } else this.put({ playing: false });
  }

  tick() {
    const mine = players.get(this.model);
    if (!this.get("playing")) {
      clearTimeout(this.timer);
      this.timer = 0;
      if (mine === this) players.delete(this.model);
      return;
    }
    if (!mine) players.set(this.model, this);
    if (this.timer || players.get(this.model) !== this) return;
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      if (!this.get("playing")) return;
      this.guard(() => {
        this.go(this.round + 1);
        if (this.round === this.last) this.put({ playing: false });
        else this.tick();
      });
    }, this.get("speed") * 1000);
  }

  // Events.

  /** @param {MouseEvent} event */
  clicked(event) {
    const target = /** @type {Element} */ (event.target);
    const held = /** @type {HTMLElement | null} */ (target.closest("[data-stop]"));
    held?.focus({ preventScroll: true });
    const node = /** @type {HTMLElement | null} */ (target.closest("[data-node-id]"));
    if (node?.dataset.nodeId) return this.choose(node.dataset.nodeId);
    const actor = /** @type {HTMLElement | null} */ (target.closest("[data-act]"));
    if (actor?.dataset.act) this.act(actor.dataset.act, actor);
  }

  /** @param {KeyboardEvent} event */
  keyed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = /** @type {HTMLElement} */ (event.target);
    const plain = target.matches("button, summary");
    const inside = /** @type {HTMLElement} */ (target.closest("[data-part]"))?.dataset.part;
    const along = event.shiftKey && inside === "picture" && event.key.startsWith("Arrow");
    const doing = along
      ? () => this.along(target, event.key)
      : {
          ArrowLeft: () => this.go(this.round - 1),
          ArrowRight: () => (this.get("predict") ? this.next() : this.go(this.round + 1)),
          Home: () => this.go(0),
          End: () => this.go(this.last),
          ArrowUp: () => this.move(target, -1),
          ArrowDown: () => this.move(target, 1),
          F6: () => this.part(target, event.shiftKey ? -1 : 1),
          Escape: () => this.put({ compare: [], filter: "", selection: "", rules: false }),
          " ": plain ? undefined : () => this.play(!this.get("playing")),
          Enter: target.dataset.nodeId ? () => this.choose(target.dataset.nodeId ?? "") : undefined,
        }[event.key];
    if (!doing) return;
    event.preventDefault();
    event.stopPropagation();
    doing();
  }

  /** @param {Element} part @returns {HTMLElement[]} */
  stops(part) {
    return /** @type {HTMLElement[]} */ ([...part.querySelectorAll("[data-stop]")]).filter(
      (el) => !el.closest("[hidden]") && (el instanceof SVGElement || el.offsetParent !== null),
    );
  }

  /** @param {HTMLElement} from @param {number} by */
  move(from, by) {
    const part = from.closest("[data-part]");
    if (!part) return;
    const stops = this.stops(part);
    const at = stops.indexOf(from) + by;
    stops[Math.min(Math.max(at, 0), stops.length - 1)]?.focus();
  }

  /** @param {HTMLElement} from @param {number} by */
  part(from, by) {
    const parts = [...this.root.querySelectorAll("[data-part]")].filter((part) => this.stops(part).length);
    const at = parts.indexOf(/** @type {Element} */ (from.closest("[data-part]")));
    const to = parts[(at + by + parts.length) % parts.length];
    const stops = this.stops(to);
    (stops.find((el) => el.dataset.nodeId === this.get("selection")) ?? stops[0]).focus();
  }

  /** Go along an arrow, or to the next node as deep. @param {HTMLElement} from @param {string} key */
  along(from, key) {
    const { nodes, edges } = this.scene;
    const down = this.scene.kind === "groups";
    const [ahead, back] = down ? ["ArrowDown", "ArrowUp"] : ["ArrowRight", "ArrowLeft"];
    const id = from.dataset.nodeId;
    let to = "";
    if (key === ahead) to = edges.find((edge) => edge.source === id)?.target ?? "";
    else if (key === back) to = edges.find((edge) => edge.target === id)?.source ?? "";
    else {
      const here = nodes.find((node) => node.id === id);
      const across = down ? "x" : "y";
      const beside = nodes.filter((node) => node.depth === here?.depth).sort((one, other) => one[across] - other[across]);
      const by = key === "ArrowUp" || key === "ArrowLeft" ? -1 : 1;
      to = beside[beside.findIndex((node) => node.id === id) + by]?.id ?? "";
    }
    this.drawn.get(to)?.el.focus();
  }

  /** One tab stop, where the focus was last. @param {FocusEvent} event */
  focused(event) {
    const el = /** @type {HTMLElement} */ (event.target);
    if (!el.matches("[data-stop]")) return;
    for (const other of this.root.querySelectorAll('[data-stop][tabindex="0"]')) if (other !== el) set(other, { tabindex: -1 });
    set(el, { tabindex: 0 });
  }

  // Building, once for a scene.

  build() {
    const { scene } = this;
    const held = this.root.contains(document.activeElement);
    this.root.replaceChildren();
    this.spoken = "";
    this.zoomed = false;
    this.followed = undefined;
    set(this.root, { "data-kind": scene.kind });
    this.errorText = make("span");
    this.error = make(
      "div",
      { class: "eks-error", role: "alert", hidden: "", "data-part": "error" },
      this.errorText,
      button("Dismiss the error", "×", "dismiss"),
    );
    this.live = make("div", { class: "eks-live", role: "status", "aria-live": "polite" });
    this.busy = make("p", { class: "eks-busy", role: "status", hidden: "" }, "Working out the pruning …");
    this.seals = { open: seal(scene.verdict), hidden: seal("hidden") };
    this.why = make("p", { class: "eks-why" }, scene.why);
    const code = make("code", { class: "eks-edit" }, scene.edit);
    const head = make("div", { class: "eks-head" }, this.seals.open, this.seals.hidden, code, this.why);
    this.root.append(head, this.error, this.busy, this.live);
    this.drawn = new Map();
    this.lines = new Map();
    if (!scene.nodes.length) {
      const nothing = make("p", { class: "eks-note", ...stop({ tabindex: "0" }) }, `${scene.note}. ${scene.says}.`);
      this.root.append(make("div", { "data-part": "note" }, nothing));
      this.caption_ = null;
      return;
    }
    this.root.append(this.toolbar(), this.timeline(), this.banner(), this.main(), this.foot());
    if (held) this.slider.focus();
    this.fit();
  }

  toolbar() {
    const group = (/** @type {string} */ name, /** @type {Element[]} */ ...kids) =>
      make("div", { class: "eks-group", role: "group", "aria-label": name }, ...kids);
    const worded = (/** @type {string} */ label, /** @type {string} */ sign, /** @type {string} */ act, toggle = true) => {
      const made = button(label, sign, act, toggle ? { "aria-pressed": "false" } : {});
      made.removeAttribute("aria-label");
      made.append(make("span", { class: "eks-word" }, label));
      return made;
    };
    this.buttons = {
      first: button("First round", "⏮︎", "first"),
      previous: button("Previous round", "◀︎", "previous"),
      play: button("Play", "▶︎", "play"),
      next: button("Next round", "▶︎", "next"),
      last: button("Last round", "⏭︎", "last"),
      faster: button("Faster", "−", "faster"),
      slower: button("Slower", "+", "slower"),
      compare: worded("Compare", "⇄", "compare"),
      predict: worded("Predict", "?", "predict"),
      rules: worded("What remains", "◎", "rules"),
      out: button("Zoom out", "−", "out"),
      fit: button("Show all of it", "⤢", "fit"),
      in: button("Zoom in", "+", "in"),
    };
    const u = this.buttons;
    say(/** @type {Element} */ (u.play.firstChild), "▷");
    this.speed = make("span", { class: "eks-speed" });
    const found = [
      group("Steps", u.first, u.previous, u.play, u.next, u.last),
      group("Speed", u.faster, this.speed, u.slower),
      group("Modes", u.compare, u.predict, ...(this.scene.rules ? [u.rules] : [])),
      group("Zoom", u.out, u.fit, u.in),
    ];
    return make("div", { class: "eks-bar", role: "toolbar", "aria-label": "Rounds", "data-part": "tools" }, ...found);
  }

  timeline() {
    this.slider = make(
      "div",
      stop({
        class: "eks-slider",
        role: "slider",
        tabindex: "0",
        "aria-label": "Round",
        "aria-valuemin": "0",
        "aria-orientation": "horizontal",
      }),
    );
    this.ticks = this.scene.rounds.map((step) => {
      const size = make("span", { class: "eks-size" });
      for (const part of grouped(step.size).split(/(?<=,)/)) size.append(part, make("wbr"));
      const some = make("span", { class: "eks-some" });
      return make(
        "div",
        { class: "eks-tick", "data-round": step.number },
        make("span", { class: "eks-dot" }),
        make("span", { class: "eks-set" }, b(step.number)),
        size,
        some,
      );
    });
    this.question = make("div", { class: "eks-tick eks-question" }, make("span", { class: "eks-dot" }), make("span", { class: "eks-set" }, "?"));
    this.slider.append(...this.ticks, this.question);
    const nearest = (/** @type {PointerEvent} */ e) => {
      const far = (/** @type {Element} */ tick) => {
        const box = tick.getBoundingClientRect();
        return box.width ? Math.abs(box.left + box.width / 2 - e.clientX) : Infinity;
      };
      const near = this.ticks.reduce((one, other) => (far(other) < far(one) ? other : one));
      if (Number(near.dataset.round) !== this.span[1]) this.go(Number(near.dataset.round));
    };
    this.listen(this.slider, "pointerdown", (e) => {
      if (e.button !== 0) return;
      this.slider.setPointerCapture?.(e.pointerId);
      nearest(e);
    });
    this.listen(this.slider, "pointermove", (e) => {
      if (this.slider.hasPointerCapture?.(e.pointerId)) nearest(e);
    });
    return make("div", { class: "eks-timeline", "data-part": "rounds" }, this.slider);
  }

  banner() {
    this.caption_ = make("p", { class: "eks-caption" });
    this.ask = make("p", { class: "eks-ask" });
    this.see = button("See what falls", "", "next", { class: "eks-button eks-see" });
    this.see.removeAttribute("aria-label");
    this.see.append("See what falls");
    this.again = button("Begin again", "", "again");
    this.again.removeAttribute("aria-label");
    this.again.append("Begin again");
    this.predicting = make("div", { class: "eks-predicting", hidden: "", "data-part": "guess" }, this.ask, this.see, this.again);
    return make("div", { class: "eks-banner" }, this.caption_, this.predicting);
  }

  main() {
    this.svg = this.picture(this.scene, "picture");
    this.stage = make("div", { class: "eks-stage", "data-part": "picture" }, this.svg);
    this.rulesSvg = this.scene.rules?.nodes.length ? this.rulesPicture(this.scene.rules) : null;
    if (this.rulesSvg) this.stage.append(this.rulesSvg);
    this.listen(this.stage, "wheel", (e) => this.wheel(e), { passive: false });
    this.listen(this.stage, "pointerdown", (e) => this.grab(e));
    this.list = make("ol", { class: "eks-list" });
    this.listTitle = make("h3", { class: "eks-title" });
    this.looking = make("div", { class: "eks-looking", hidden: "" });
    const { results } = this.scene;
    this.chips = results.map((result) => {
      const size = make("span", { class: "eks-number" });
      const chip = make(
        "button",
        stop({
          type: "button",
          class: "eks-chip",
          "data-act": "filter",
          "data-name": result.name,
          "aria-pressed": "false",
          title: result.name,
        }),
        make("span", {}, result.short),
        size,
      );
      return { chip, size };
    });
    const filter =
      results.length > 1
        ? make(
            "div",
            { class: "eks-filter", role: "group", "aria-label": "Filter by result" },
            make("h3", { class: "eks-title" }, "Results"),
            make("div", { class: "eks-chips" }, ...this.chips.map(({ chip }) => chip)),
          )
        : null;
    const note = this.scene.note ? make("p", { class: "eks-note" }, this.scene.note) : null;
    const side = make("div", { class: "eks-side", "data-part": "side" }, note, this.listTitle, this.list, this.looking, filter);
    return make("div", { class: "eks-main" }, this.stage, side);
  }

  /** @param {Scene | Rules} scene @param {string} kind */
  picture(scene, kind) {
    const svg = make("svg", {
      class: `eks-${kind}`,
      role: "group",
      "aria-label": scene.says,
      "data-dense": scene.edges.length > 100 ? "" : null,
      viewBox: `0 0 ${scene.width} ${scene.height}`,
    });
    for (const edge of scene.edges) {
      const label = edge.shown || this.scene.kind === "states" ? make("text", { class: "eks-call", x: edge.x, y: edge.y + 3.5 }, edge.label) : null;
      const el = make(
        "g",
        { class: "eks-edge", "data-mode": edge.mode, "data-shown": edge.shown ? "" : null, "aria-hidden": "true" },
        make("path", { d: edge.path, class: "eks-way" }),
        make("polygon", { points: edge.head.join(" "), class: "eks-head-of" }),
        label,
      );
      svg.append(el);
      if (kind === "picture") this.lines.set(edge.id, { el, edge });
    }
    return svg;
  }

  /** @param {SceneNode} node */
  text(node) {
    const high = 15 * node.lines.length + 13 * node.details.length;
    let y = node.y + (node.height - high) / 2 + 11.5;
    const x = node.x + node.width / 2;
    const made = [];
    for (const line of node.lines) {
      made.push(make("text", { class: "eks-label", x, y }, line));
      y += 15;
    }
    y -= 2;
    for (const line of node.details) {
      made.push(make("text", { class: "eks-detail", x, y }, line));
      y += 13;
    }
    return made;
  }

  /** @param {string} of @param {number} x @param {number} y @param {number} width */
  badge(of, x, y, width) {
    const text = make("text", { x: x + width / 2, y: y + 11 });
    const el = make("g", { class: `eks-badge eks-${of}`, hidden: "" }, make("rect", { x, y, width, height: 15, rx: 7 }), text);
    return { el, text };
  }

  /** @param {Rules} rules */
  rulesPicture(rules) {
    const svg = this.picture(rules, "rules");
    for (const node of rules.nodes) {
      const [x, y] = [node.x + node.width / 2, node.y + node.height / 2];
      const ring = (/** @type {number} */ r, /** @type {string} */ kind) =>
        make("rect", { class: kind, x: x - r, y: y - r, width: 2 * r, height: 2 * r, rx: r });
      const rings = node.complete ? [ring(17, "eks-box"), ring(13.5, "eks-inner")] : [ring(17, "eks-box")];
      svg.append(make("g", { class: "eks-node", "data-state": "kept", role: "img", "aria-label": node.name }, ...rings, ...this.text(node)));
    }
    return svg;
  }

  foot() {
    const nodes = this.svg;
    for (const node of this.scene.nodes) {
      const wide = 22 + 7 * String(node.falls).length;
      const fell = this.badge("fell", node.x + node.width - wide + 6, node.y - 9, wide);
      const guess = this.badge("guess", node.x - 7, node.y - 9, 18);
      const box = (/** @type {string} */ kind, /** @type {number} */ by, /** @type {number} */ rx) =>
        make("rect", {
          class: kind,
          x: node.x + by,
          y: node.y + by,
          width: node.width - 2 * by,
          height: node.height - 2 * by,
          rx,
        });
      const el = make(
        "g",
        stop({ class: "eks-node", role: "button", "data-node-id": node.id }),
        box("eks-ring", -5, 9),
        box("eks-box", 0, 6),
        node.complete ? box("eks-inner", 3, 4) : null,
        ...this.text(node),
        fell.el,
        guess.el,
      );
      nodes.append(el);
      this.drawn.set(node.id, { el, node, fell, guess });
    }
    const legend = make(
      "ul",
      { class: "eks-legend", "aria-label": "Legend" },
      ...LEGEND.map(([state, words]) => make("li", {}, make("span", { class: "eks-swatch", "data-state": state, "aria-hidden": "true" }), words)),
      make("li", {}, make("span", { class: "eks-swatch", "data-state": "reuse", "aria-hidden": "true" }), "↺ reuse"),
      (this.marks = make("li", { hidden: "" }, "guesses: ? chosen, ✓ foreseen, ! not foreseen, ~ goes along, ○ stays")),
    );
    this.table = make("div", { class: "eks-table" });
    const more = (/** @type {string} */ title, /** @type {Element} */ inside) =>
      make("details", {}, make("summary", stop({}), title), inside);
    const keys = make("dl", { class: "eks-keys" });
    for (const [key, does] of KEYS) keys.append(make("dt", {}, key), make("dd", {}, does));
    const tabled = more("Table of the picture", this.table);
    this.listen(tabled, "toggle", () => this.fillTable(tabled.open));
    this.tabled = tabled;
    this.saved = make("span", { class: "eks-quiet" });
    const forms = ["SVG", "PNG", "PDF"].map((name) => {
      const made = button(`Save what is shown as ${name}`, name, "save", { "data-form": name.toLowerCase() });
      made.firstChild.removeAttribute("aria-hidden");
      return made;
    });
    const hint = make("span", { class: "eks-quiet" }, "in Python: ", make("code", {}, ".svg()"), ", ", make("code", {}, ".png()"), ", ", make("code", {}, ".pdf()"));
    const saving = make("div", { class: "eks-saving", role: "group", "aria-label": "Save the picture" }, "Save what is shown", ...forms, hint, this.saved);
    return make(
      "div",
      { class: "eks-foot", "data-part": "foot" },
      (this.says = make("p", { class: "eks-says" })),
      legend,
      saving,
      tabled,
      more("Keys", keys),
    );
  }

  /** @param {boolean} open */
  fillTable(open) {
    if (!open) return this.table.replaceChildren();
    const head = make("tr", {}, ...["node", "falls in round", "loses", "complete", "why"].map((name) => make("th", { scope: "col" }, name)));
    const rows = this.scene.nodes.map((node) => {
      const shown = node.falls && node.falls <= this.known;
      const falls = shown ? String(node.falls) : this.get("predict") && !this.ended ? "?" : "never";
      const cells = [falls, shown ? this.results(node.missing) : "", node.complete ? this.results(node.compatible) : "", shown || node.stub ? node.reason : ""];
      return make("tr", {}, make("th", { scope: "row" }, node.name), ...cells.map((text) => make("td", {}, text)));
    });
    this.table.replaceChildren(make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows)));
  }

  // Zoom and scrolling: of this view alone.

  get size() {
    return this.rulesShown && this.scene.rules ? this.scene.rules : this.scene;
  }

  get rulesShown() {
    return Boolean(this.get("rules") && this.rulesSvg);
  }

  /** Fit the width, as far as that stays legible; or show all of it. @param {boolean} [all] */
  fit(all) {
    const { stage } = this;
    if (!stage?.clientWidth) return;
    const { width, height } = this.size;
    const wide = (stage.clientWidth - 4) / width;
    // In a frame the stage has a height of its own; else it grows with the picture.
    const tall = getComputedStyle(stage).maxHeight === "none" ? stage.clientHeight - 4 : TALLEST;
    if (all) return this.resize(Math.min(LARGEST, wide, tall / height));
    this.resize(Math.max(SMALLEST, Math.min(LARGEST, wide, Math.max(tall / height, 1))));
    const node = this.scene.nodes.find((one) => one.id === this.get("selection")) ?? this.scene.nodes[0];
    const top = this.rulesShown ? 0 : (node.y + node.height / 2) * this.scale - stage.clientHeight / 2;
    stage.scrollTo(0, this.scene.kind === "groups" ? 0 : top);
  }

  /** @param {number} scale */
  zoom(scale) {
    this.zoomed = true;
    const { stage } = this;
    const at = [(stage.scrollLeft + stage.clientWidth / 2) / this.scale, (stage.scrollTop + stage.clientHeight / 2) / this.scale];
    this.resize(Math.min(Math.max(scale, 0.2), 4));
    stage.scrollTo(at[0] * this.scale - stage.clientWidth / 2, at[1] * this.scale - stage.clientHeight / 2);
  }

  /** @param {number} scale */
  resize(scale) {
    this.scale = scale;
    for (const [svg, of] of [[this.svg, this.scene], [this.rulesSvg, this.scene.rules]])
      if (svg && of) set(svg, { width: Math.round(of.width * scale), height: Math.round(of.height * scale) });
  }

  /** Plain wheel scrolls the page; with Ctrl it zooms. @param {WheelEvent} event */
  wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.zoom(this.scale * (event.deltaY < 0 ? 1.1 : 1 / 1.1));
  }

  /** @param {PointerEvent} event */
  grab(event) {
    if (event.button !== 0 || /** @type {Element} */ (event.target).closest("[data-node-id]")) return;
    const { stage } = this;
    const from = [event.clientX + stage.scrollLeft, event.clientY + stage.scrollTop];
    const drag = (/** @type {PointerEvent} */ e) => stage.scrollTo(from[0] - e.clientX, from[1] - e.clientY);
    const drop = () => {
      stage.removeEventListener("pointermove", drag);
      stage.removeEventListener("pointerup", drop);
      stage.removeEventListener("pointercancel", drop);
    };
    stage.setPointerCapture?.(event.pointerId);
    stage.addEventListener("pointermove", drag);
    stage.addEventListener("pointerup", drop);
    stage.addEventListener("pointercancel", drop);
  }

  // Showing: every element stays; what changed about it changes.

  strip() {
    const text = this.broken || this.get("error");
    say(this.errorText, text);
    this.error.hidden = !text;
    this.busy.hidden = !this.get("busy");
    set(this.root, { "aria-busy": this.get("busy") ? "true" : null });
  }

  update() {
    this.strip();
    this.updateHead();
    if (!this.caption_) return;
    this.updateBar();
    this.updateTimeline();
    this.updatePicture();
    this.updateSide();
    this.updatePredict();
    this.follow();
    if (this.tabled.open) this.fillTable(true);
    const caption = this.caption();
    say(this.caption_, caption);
    this.speak(caption);
    this.tick();
  }

  /** In another round, bring its tick and what falls in it into what can be seen of rounds and picture. */
  follow() {
    const [, high] = this.span;
    if (high === this.followed) return;
    const began = this.followed === undefined;
    this.followed = high;
    this.reveal(this.slider.parentElement, [this.ticks[high]]);
    const falling = [...this.drawn.values()].filter(({ node }) => this.state(node) === "now").map(({ el }) => el);
    if (!began && falling.length && !this.rulesShown) this.reveal(this.stage, falling);
  }

  /** Scroll a part inside of itself, unless one of the elements is in sight already. @param {HTMLElement} part @param {Element[]} els */
  reveal(part, els) {
    const room = part.getBoundingClientRect();
    const boxes = els.map((el) => el.getBoundingClientRect());
    const seen = (/** @type {DOMRect} */ box) =>
      box.left >= room.left && box.right <= room.right && box.top >= room.top && box.bottom <= room.bottom;
    if (!room.width || boxes.some(seen)) return;
    const [box] = boxes;
    part.scrollBy({
      left: box.left + box.width / 2 - room.left - room.width / 2,
      top: box.top + box.height / 2 - room.top - room.height / 2,
      behavior: this.calm ? "auto" : "smooth",
    });
  }

  get calm() {
    return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /** Say what happened, once. @param {string} caption */
  speak(caption) {
    const said = this.falling().slice(0, 2).map(({ said }) => said);
    const worth = this.get("predict") && String(this.round) in this.guesses ? ` ${this.scored()}` : "";
    const text = `${caption}.${said.length ? ` ${said.join(". ")}.` : ""}${worth}`;
    if (this.spoken && this.spoken !== text) say(this.live, text);
    this.spoken = text;
  }

  /** Somebody asked for it: come into sight, take the focus, say what is shown. Where it is hidden, wait. */
  answer() {
    if (!this.get("wanted") || !this.root.clientWidth) return;
    this.put({ wanted: 0 });
    this.root.scrollIntoView({ block: "nearest", inline: "nearest", behavior: this.calm ? "auto" : "smooth" });
    const stop = this.root.querySelector('[data-stop][tabindex="0"]') ?? this.stops(this.root)[0];
    /** @type {HTMLElement} */ (stop).focus({ preventScroll: true });
    // A region that has only just been made is heard when it changes a moment later.
    this.saying = window.setTimeout(() => say(this.live, `${this.root.getAttribute("aria-label")}. ${this.spoken}`), 150);
  }

  /** The verdict is part of what is guessed. */
  updateHead() {
    const { verdict, edit, nodes } = this.scene;
    const hidden = this.get("predict") && nodes.length > 0 && !this.ended;
    this.seals.open.hidden = hidden;
    this.seals.hidden.hidden = !hidden;
    this.why.hidden = hidden;
    set(this.root, { "aria-label": `Pruning, ${hidden ? HIDDEN : verdict}: ${edit}` });
  }

  updateBar() {
    const { buttons: u } = this;
    const playing = this.get("playing");
    const predict = this.get("predict");
    const off = (/** @type {Element} */ el, /** @type {boolean} */ is) => set(el, { "aria-disabled": is ? "true" : null });
    off(u.first, this.round === 0);
    off(u.previous, this.round === 0);
    off(u.next, predict ? String(this.last + 1) in this.guesses && this.round === this.last : this.round === this.last);
    off(u.last, this.round === this.last || predict);
    off(u.play, predict || this.last === 0);
    off(u.compare, predict || this.last === 0);
    u.rules.hidden = predict && !this.ended;
    set(u.play, { "aria-label": playing ? "Pause" : "Play", title: playing ? "Pause" : "Play" });
    say(/** @type {Element} */ (u.play.firstChild), playing ? "⏸︎" : "▷");
    say(this.speed, `${this.get("speed")} s`);
    set(u.compare, { "aria-pressed": this.comparing });
    set(u.predict, { "aria-pressed": predict });
    set(u.rules, { "aria-pressed": this.get("rules") });
  }

  updateTimeline() {
    const [low, high] = this.span;
    const { rounds } = this.scene;
    const wanted = this.wanted;
    this.ticks.forEach((tick, n) => {
      tick.hidden = n > this.known;
      const two = this.comparing;
      set(tick, {
        "data-here": n === high || (two && n === low) ? "" : null,
        "data-between": two && n > low && n <= high ? "" : null,
        "data-past": n <= high ? "" : null,
      });
      const some = rounds[n].by_result;
      say(tick.lastChild, wanted >= 0 && some.length ? `filtered: ${grouped(some[wanted])}` : "");
    });
    const open = this.get("predict") && !(String(this.last + 1) in this.guesses);
    this.question.hidden = !open;
    set(this.slider, {
      "aria-valuemax": Math.min(this.last, this.known),
      "aria-valuenow": high,
      "aria-valuetext": this.caption(),
    });
  }

  updatePicture() {
    const selection = this.get("selection");
    const fallen = (/** @type {string} */ now) => ["now", "along", "gone"].includes(now);
    const signs = { guess: "?", right: "✓", missed: "!", wrong: "○", along: "~" };
    const filtered = Boolean(this.get("filter"));
    for (const { el, node, fell, guess } of this.drawn.values()) {
      const now = this.state(node);
      const mark = this.mark(node);
      const matches = this.matches(node);
      set(el, {
        "data-state": now,
        "data-mark": mark || null,
        "data-off": matches ? null : "",
        "data-hit": filtered && matches ? "" : null,
        "data-selected": node.id === selection ? "" : null,
        "aria-label": this.words(node),
        "aria-pressed": mark === "guess" ? "true" : null,
      });
      set(fell.el, { hidden: fallen(now) ? null : "" });
      if (fallen(now)) say(fell.text, `✕${node.falls}`);
      set(guess.el, { hidden: mark ? null : "" });
      if (mark) say(guess.text, signs[mark]);
    }
    const [, high] = this.span;
    for (const { el, edge } of this.lines.values()) {
      const ends = [edge.source, edge.target].map((id) => this.drawn.get(id)?.node);
      const off = ends.some((node) => node && (!this.matches(node) || node.stub));
      set(el, {
        "data-gone": edge.falls && edge.falls <= high ? "" : null,
        "data-off": off ? "" : null,
        "data-near": ends.some((node) => node?.id === selection) ? "" : null,
      });
    }
    const rules = this.rulesShown;
    say(this.says, `${rules && this.scene.rules ? this.scene.rules.says : this.scene.says}.`);
    const swapped = Boolean(this.svg.hasAttribute("hidden")) !== rules;
    set(this.svg, { hidden: rules ? "" : null });
    if (this.rulesSvg) set(this.rulesSvg, { hidden: rules ? null : "" });
    if (swapped && !this.zoomed) this.fit();
  }

  /** @returns {Removed[]} */
  falling() {
    const [low, high] = this.span;
    const wanted = this.wanted;
    return this.scene.rounds
      .filter((step) => low < step.number && step.number <= high)
      .flatMap((step) => step.removals)
      .filter((removed) => wanted < 0 || removed.missing.includes(wanted));
  }

  updateSide() {
    const [low, high] = this.span;
    const falling = this.falling();
    const key = JSON.stringify([low, high, this.get("filter"), this.get("rules")]);
    if (key !== this.listed) {
      this.listed = key;
      const held = this.list.contains(document.activeElement);
      const of = high - low > 1 ? `Rounds ${low + 1} to ${high}` : `Round ${high}`;
      say(this.listTitle, high === low ? "Nothing between" : high ? `${of}: what falls` : "Round 0: the start");
      this.list.replaceChildren(
        ...falling.map((removed) =>
          make(
            "li",
            {},
            make(
              "button",
              stop({ type: "button", class: "eks-item", "data-act": "item", "data-node": removed.nodes[0] ?? "", title: removed.reason }),
              make("span", { class: "eks-cross" }, `✕${removed.round}`),
              make("span", {}, removed.said),
            ),
          ),
        ),
      );
      const more = this.scene.rounds.filter((step) => low < step.number && step.number <= high).reduce((sum, step) => sum + step.more, 0);
      const extra = [];
      if (more) extra.push(`… and ${count(more, "more state", "more states")}`);
      const what = this.scene.kind === "trie" ? ["prefix goes", "prefixes go"] : ["state goes", "states go"];
      const along = this.scene.nodes
        .filter((node) => !node.own && node.falls && node.falls > low && node.falls <= high)
        .reduce((sum, node) => sum + BigInt(node.states), 0n);
      if (along && !this.get("filter"))
        extra.push(`${count(String(along), what[0], what[1])} along: no pair passes there any more.`);
      if (!falling.length && high === 0) extra.push(this.scene.note ? "Nothing is left to fall." : this.start());
      else if (!falling.length && this.get("filter")) extra.push("Nothing makes this result impossible in this round.");
      for (const text of extra) this.list.append(make("li", { class: "eks-quiet" }, text));
      if (this.scene.rules && this.get("rules") && !this.rulesSvg) this.list.append(make("li", { class: "eks-quiet" }, `${this.scene.rules.says}.`));
      if (held) (this.stops(this.list)[0] ?? this.slider).focus();
    }
    for (const el of this.list.querySelectorAll("[data-node]"))
      set(el, { "aria-current": el.dataset.node && el.dataset.node === this.get("selection") ? "true" : null });
    this.updateLooking();
    const round = this.scene.rounds[high];
    this.chips.forEach(({ chip, size }, n) => {
      set(chip, { "aria-pressed": chip.dataset.name === this.get("filter") });
      const some = round.by_result[n];
      say(size, some ? grouped(some) : "");
      set(chip, { "aria-label": `only ${this.scene.results[n].short}${some ? `: ${pairs(some)}` : ""}` });
    });
  }

  start() {
    if (this.last || this.get("predict")) return "Every pair here obeys the policy. Nothing has fallen yet.";
    return "Every pair here obeys the policy, and nothing falls: after each prefix, every result can still be finished.";
  }

  updateLooking() {
    const node = this.drawn.get(this.get("selection"))?.node;
    this.looking.hidden = !node;
    if (!node) return;
    const shown = node.falls && node.falls <= this.known;
    const facts = [];
    if (shown) facts.push(`${node.own ? "Falls" : "Goes along"} in round ${node.falls}: ${node.reason}.`);
    else if (node.stub) facts.push(node.reason ? `${node.reason}.` : "Nothing goes on from here that can be finished.");
    else if (!this.get("predict") || this.ended) facts.push("Never falls.");
    facts.push(`${node.complete ? "Complete" : "Compatible"}: ${this.results(node.compatible)}.`);
    if (this.scene.kind === "groups") {
      facts.push(`${count(node.states, "state")}${node.prefixes ? `, ${count(node.prefixes, "prefix", "prefixes")}` : ""}.`);
      if (node.prefix.length) facts.push(`${node.states === "1" ? "After" : "One of them: after"} ${node.prefix.join(", ")}.`);
    }
    const into = this.scene.edges.filter((edge) => edge.target === node.id && edge.call);
    if (into.length === 1) facts.push(`${into[0].call}: action ${into[0].action}, ${into[0].mode}.`);
    const text = [node.name, ...facts].join("\n");
    if (text === this.looked) return;
    this.looked = text;
    this.looking.replaceChildren(make("h3", { class: "eks-title" }, node.name), ...facts.map((fact) => make("p", {}, fact)));
  }

  scored() {
    const { right, missed, wrong } = this.score();
    return `Foreseen: ${right} of ${right + missed}${wrong ? `; ${wrong} guessed that stayed` : ""}.`;
  }

  updatePredict() {
    const predict = this.get("predict");
    this.predicting.hidden = !predict;
    this.marks.hidden = !predict;
    if (!predict) return;
    const number = this.round + 1;
    const chosen = this.get("guess").length;
    const score = Object.keys(this.guesses).length ? ` ${this.scored()}` : "";
    const open = !(String(number) in this.guesses);
    let text = `What falls in round ${number}? Choose in the picture, or nothing.${chosen ? ` ${chosen} chosen.` : ""}`;
    if (this.ended) text = "Nothing falls any more: this is the fixed point.";
    else if (!open) text = `Round ${number} was guessed already.`;
    say(this.ask, text + score);
    this.see.hidden = this.ended;
    say(this.see.lastChild, open ? "See what falls" : "Go on");
    this.again.hidden = !Object.keys(this.guesses).length;
  }
}

export default {
  /** @param {{model: Model, el: HTMLElement, signal?: AbortSignal}} host */
  render({ model, el, signal }) {
    const view = new Stepper(model, el);
    let closed = false;
    const close = () => {
      if (!closed) view.close();
      closed = true;
    };
    signal?.addEventListener("abort", close, { once: true });
    return close;
  },
};
