// The front-end of RestartDesk. Python runs the plan and says what is to be seen; this shows it, and asks.
// What is asked carries a number; while a newer request is under way, what comes of an older one is not shown.

/**
 * @typedef {{id: string, row: string, moment: number, x: number, y: number, width: number, height: number, kind: string,
 *   text: string, name: string, sign: string, execution: number, cached: boolean, lit: boolean}} Mark
 * @typedef {{width: number, height: number, moments: {x: number, width: number, clock: string, day: string,
 *   waited: string}[], rows: {name: string, says: string, y: number, height: number}[], marks: Mark[], says: string,
 *   note: string}} Scene
 * @typedef {{get(name: string): any, set(name: string, value: any): void, save_changes(): void, send(message: any): void,
 *   on(event: string, call: (message?: any) => void): void, off(event: string, call: (message?: any) => void): void}} Model
 */

const SVG = "http://www.w3.org/2000/svg";
const TRAITS = ["setup", "result", "worlds", "choices", "error"];
const STILL = 500;
const LINE = 18;
const SIGN = { breaks: "≠", "does not break here": "=", "does not finish": "⊘", "not a plan": "⊘", "could not be run": "⊘" };

/** @param {string} tag @param {Record<string, any>} attrs @param {...(Node | string | null)} kids */
function make(tag, attrs = {}, ...kids) {
  const svg = ["svg", "g", "path", "rect", "text", "line"].includes(tag);
  const el = svg ? document.createElementNS(SVG, tag) : document.createElement(tag);
  set(el, attrs);
  for (const kid of kids) if (kid !== null) el.append(kid);
  return /** @type {any} */ (el);
}

/** @param {Element} el @param {Record<string, any>} attrs */
function set(el, attrs) {
  for (const [name, value] of Object.entries(attrs)) {
    if (value === null || value === undefined || value === false) el.removeAttribute(name);
    else if (el.getAttribute(name) !== String(value)) el.setAttribute(name, String(value));
  }
}

/** @param {Element} el @param {string} text */
function say(el, text) {
  if (el.textContent !== text) el.textContent = text;
}

/** Everything that takes the focus. The host's shortcuts stay away from it. @param {Record<string, any>} attrs */
const stop = (attrs) => ({ "data-lm-suppress-shortcuts": "true", ...attrs });

/** @param {string} text @param {string} act @param {Record<string, any>} [attrs] */
const button = (text, act, attrs = {}) => make("button", stop({ type: "button", class: "ekr-button", "data-act": act, ...attrs }), text);

/** @param {string} text @param {Element} control */
function labelled(text, control) {
  set(control, { "aria-label": text });
  return make("label", { class: "ekr-field" }, make("span", { "aria-hidden": "true" }, text), control);
}

/** @param {string} name */
const title = (name) => make("h3", { class: "ekr-title" }, name);

class Desk {
  /** @param {Model} model @param {HTMLElement} el */
  constructor(model, el) {
    this.model = model;
    this.id = Math.random().toString(36).slice(2);
    this.sent = this.answered = 0;
    this.typing = 0;
    this.broken = "";
    /** @type {Map<string, any>} */
    this.marks = new Map();
    /** @type {[EventTarget, string, any][]} */
    this.heard = [];
    this.root = make("div", { class: "ek-restart", role: "group", "aria-label": "Restart desk" });
    el.append(this.root);
    this.changed = () => this.guard(() => this.update());
    this.heeded = (/** @type {any} */ message) => this.guard(() => this.received(message));
    this.guard(() => this.build());
    for (const name of TRAITS) model.on(`change:${name}`, this.changed);
    model.on("msg:custom", this.heeded);
    this.changed();
  }

  close() {
    for (const name of TRAITS) this.model.off(`change:${name}`, this.changed);
    this.model.off("msg:custom", this.heeded);
    for (const [target, kind, call] of this.heard) target.removeEventListener(kind, call);
    clearTimeout(this.typing);
    this.root.remove();
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

  /** @param {EventTarget} target @param {string} kind @param {(event: any) => void} call */
  listen(target, kind, call) {
    const guarded = (/** @type {any} */ event) => this.guard(() => call(event));
    target.addEventListener(kind, guarded);
    this.heard.push([target, kind, guarded]);
  }

  get waiting() {
    return this.answered < this.sent;
  }

  /** @param {Record<string, any>} message */
  ask(message) {
    this.sent += 1;
    try {
      this.model.send({ ...message, view: this.id, seq: this.sent });
    } catch {
      this.answered = this.sent;
      this.broken = "Python runs the plan; without a kernel it cannot.";
    }
    this.busy();
    this.strip();
  }

  /** @param {Record<string, any>} change */
  change(change) {
    if (this.typing) {
      clearTimeout(this.typing);
      this.typing = 0;
      if (!("plan" in change)) change = { source: this.source.value, ...change };
    }
    this.ask({ type: "change", change });
  }

  /** @param {any} message */
  received(message) {
    if (message?.view !== this.id) return;
    if (message.type === "exported") return this.save(message);
    if (message.type !== "done") return;
    this.answered = Math.max(this.answered, message.seq);
    if (!this.waiting) this.update();
  }

  /** @param {{name: string, form: string, data: string}} message */
  save({ name, form, data }) {
    const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
    const kind = { svg: "image/svg+xml", png: "image/png", pdf: "application/pdf" }[form];
    const link = make("a", { href: URL.createObjectURL(new Blob([bytes], { type: kind })), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    say(this.live, `Saved as ${name}.`);
  }

  // Built once.

  build() {
    const { plans, designs, levels, legend } = this.model.get("choices");
    this.verdict = make("strong", { class: "ekr-verdict" });
    this.says = make("span", { class: "ekr-says" });
    this.working = make("span", { class: "ekr-busy", hidden: "" }, "… running");
    this.live = make("div", { class: "ekr-live", role: "status", "aria-live": "polite" });
    this.errorText = make("span");
    this.error = make(
      "div",
      { class: "ekr-error", role: "alert", hidden: "" },
      this.errorText,
      button("×", "dismiss", { "aria-label": "Dismiss the error", title: "Dismiss the error" }),
    );
    this.own = make("option", { value: "" }, "(your own)");
    this.plan = make("select", stop({ "data-change": "plan" }), this.own);
    for (const { group, plans: names } of plans) {
      const part = make("optgroup", { label: group });
      for (const name of names) part.append(make("option", { value: name }, name.split("/").pop()));
      this.plan.append(part);
    }
    this.design = make("select", stop({ "data-change": "design" }));
    for (const { name, says } of designs) this.design.append(make("option", { value: name, title: says }, name));
    this.designs = Object.fromEntries(designs.map((/** @type {any} */ one) => [one.name, one.says]));
    this.designSays = make("span", { class: "ekr-hint" });
    this.language = make("select", stop({ "data-change": "language" }));
    for (const [value, name] of [["js", "JavaScript"], ["ts", "TypeScript"]]) this.language.append(make("option", { value }, name));
    this.start = make("input", stop({ type: "text", "data-change": "start", size: "15", spellcheck: "false" }));
    this.delays = make("input", stop({ type: "text", "data-change": "delays", size: "8", inputmode: "numeric", spellcheck: "false" }));
    this.answers = make("div", { class: "ekr-answers", role: "group", "aria-label": "What the person answers" });
    this.fixed = button("The fixed world", "fixed");

    this.picture = make("svg", { role: "group", "aria-label": "Both runs on one clock" });
    this.back = make("g", { "aria-hidden": "true" });
    this.front = make("g");
    this.picture.append(this.back, this.front);
    this.stage = make("div", { class: "ekr-stage" }, this.picture);
    this.legend = make("ul", { class: "ekr-legend", "aria-label": "Signs" });
    for (const { kind, sign, says } of legend)
      this.legend.append(make("li", {}, make("span", { class: "ekr-swatch", "data-kind": kind, "aria-hidden": "true" }, sign), says));
    this.toFirst = button("Go to the first difference", "first");
    this.legend.append(make("li", { class: "ekr-last" }, this.toFirst));
    this.note = make("p", { class: "ekr-hint" });
    this.differs = make("ul", { class: "ekr-list" });

    this.gutter = make("div", { class: "ekr-gutter", "aria-hidden": "true" });
    this.source = make("textarea", stop({ "aria-label": "The plan", spellcheck: "false", wrap: "off", autocapitalize: "off", autocomplete: "off" }));
    this.findingsHead = make("p", { class: "ekr-hint" });
    this.findings = make("ul", { class: "ekr-list" });
    this.level = make("div", { class: "ekr-level", role: "group", "aria-label": "Level of the check" });
    for (const level of levels) this.level.append(button(level, "level", { "data-value": level }));
    this.worldsHead = make("p", { class: "ekr-hint" });
    this.worlds = make("ul", { class: "ekr-list ekr-worlds" });
    this.body = make("tbody");
    const heads = ["clock", "run", "execution", "what", "how", "first difference"].map((h) => make("th", { scope: "col" }, h));
    const table = make("table", {}, make("thead", {}, make("tr", {}, ...heads)), this.body);
    const forms = ["svg", "png", "pdf"].map((form) => button(form.toUpperCase(), "export", { "data-value": form, "aria-label": `Save as ${form.toUpperCase()}` }));

    this.root.append(
      make("div", { class: "ekr-head" }, this.verdict, this.says, this.working),
      this.error,
      this.live,
      make("div", { class: "ekr-bar" }, labelled("Plan", this.plan), labelled("Replay", this.design), labelled("Starts (UTC)", this.start), labelled("Answers after (min)", this.delays), this.fixed),
      make("div", { class: "ekr-bar" }, this.answers, this.designSays),
      this.stage,
      make("div", { class: "ekr-pad" }, this.legend, this.note, title("What differs"), this.differs),
      make(
        "div",
        { class: "ekr-main" },
        make("section", { "aria-label": "The plan" }, make("div", { class: "ekr-row" }, title("The plan"), labelled("Language", this.language)), make("div", { class: "ekr-editor" }, this.gutter, this.source)),
        make("section", { "aria-label": "The check" }, make("div", { class: "ekr-row" }, title("What the check says"), this.level), this.findingsHead, this.findings),
      ),
      make("div", { class: "ekr-pad" }, make("div", { class: "ekr-row" }, title("Other worlds"), button("Try all worlds", "try")), this.worldsHead, this.worlds),
      make(
        "div",
        { class: "ekr-pad ekr-foot" },
        make("details", {}, make("summary", stop({}), "As a table"), make("div", { class: "ekr-table" }, table)),
        make("div", { class: "ekr-row" }, make("span", { class: "ekr-hint" }, "Save the timelines:"), ...forms),
      ),
    );
    this.listen(this.root, "click", (event) => this.clicked(event));
    this.listen(this.root, "change", (event) => this.chosen(event));
    this.listen(this.root, "keydown", (event) => this.keyed(event));
    this.listen(this.source, "input", () => this.typed());
    this.listen(this.source, "scroll", () => (this.gutter.scrollTop = this.source.scrollTop));
    this.listen(this.front, "focusin", (event) => this.rove(event.target));
  }

  // Doing.

  /** @param {MouseEvent} event */
  clicked(event) {
    const target = /** @type {Element} */ (event.target);
    const mark = target.closest("[data-mark]");
    if (mark) return /** @type {any} */ (mark).focus();
    const pressed = /** @type {HTMLElement | null} */ (target.closest("[data-act]"));
    if (!pressed) return;
    pressed.focus();
    const { act, value } = pressed.dataset;
    if (pressed.getAttribute("aria-disabled") === "true") return;
    if (act === "level") this.change({ level: value });
    if (act === "answer") this.change({ answers: { [String(value)]: pressed.dataset.next } });
    if (act === "fixed") this.change({ world: null });
    if (act === "try") this.flush({ type: "try" });
    if (act === "apply") this.ask({ type: "apply", world: Number(value) });
    if (act === "export") this.ask({ type: "export", form: value, dark: this.dark });
    if (act === "line") this.toLine(Number(value));
    if (act === "first") this.front.querySelector("[data-lit]")?.focus();
    if (act === "dismiss") {
      this.broken = "";
      if (this.model.get("error")) this.ask({ type: "dismiss" });
      this.strip();
      this.source.focus();
    }
  }

  /** Ask after what was typed was sent. @param {Record<string, any>} message */
  flush(message) {
    if (this.typing) this.change({});
    this.ask(message);
  }

  get dark() {
    const [r, g, b] = (getComputedStyle(this.root).backgroundColor.match(/\d+/g) ?? ["255", "255", "255"]).map(Number);
    return r + g + b < 384;
  }

  /** @param {Event} event */
  chosen(event) {
    const control = /** @type {HTMLInputElement} */ (event.target);
    const name = control.dataset.change;
    if (name) this.change({ [name]: control.value });
  }

  typed() {
    this.lines();
    clearTimeout(this.typing);
    this.typing = window.setTimeout(() => this.guard(() => this.change({})), STILL);
  }

  /** @param {number} line */
  toLine(line) {
    const rows = this.source.value.split("\n");
    const from = rows.slice(0, line - 1).reduce((/** @type {number} */ sum, /** @type {string} */ row) => sum + row.length + 1, 0);
    this.source.focus();
    this.source.setSelectionRange(from, from + (rows[line - 1] ?? "").length);
    this.source.scrollTop = Math.max(0, (line - 4) * LINE);
  }

  /** Arrows walk the timelines. @param {KeyboardEvent} event */
  keyed(event) {
    const here = /** @type {HTMLElement} */ (event.target).closest?.("[data-mark]");
    if (!here || event.ctrlKey || event.metaKey || event.altKey) return;
    const marks = /** @type {Scene} */ (this.model.get("result").scene).marks;
    const at = marks.findIndex((mark) => mark.id === here.getAttribute("data-mark"));
    const { key } = event;
    let next = at;
    if (key === "ArrowDown") next = Math.min(at + 1, marks.length - 1);
    else if (key === "ArrowUp") next = Math.max(at - 1, 0);
    else if (key === "Home") next = 0;
    else if (key === "End") next = marks.length - 1;
    else if (key === "ArrowRight" || key === "ArrowLeft") next = beside(marks, at, key === "ArrowRight" ? 1 : -1);
    else return;
    event.preventDefault();
    this.marks.get(marks[next].id)?.focus();
  }

  /** One of the marks can be tabbed to. @param {Element} target */
  rove(target) {
    const mark = target.closest("[data-mark]");
    if (!mark) return;
    for (const one of this.marks.values()) set(one, { tabindex: one === mark ? "0" : "-1" });
  }

  // Showing.

  busy() {
    this.working.hidden = !this.waiting;
    set(this.root, { "aria-busy": this.waiting ? "true" : null });
  }

  strip() {
    const text = this.broken || this.model.get("error");
    say(this.errorText, text);
    this.error.hidden = !text;
  }

  update() {
    this.busy();
    if (this.waiting) return;
    this.strip();
    const result = this.model.get("result");
    const verdict = result.verdict ?? "not a plan";
    const says = result.says ?? this.model.get("error");
    say(this.verdict, `${SIGN[verdict]}\u2002${verdict}`);
    set(this.verdict, { "data-verdict": verdict });
    say(this.says, says);
    say(this.live, `${verdict}. ${says}`);
    this.controls();
    this.draw(result.scene);
    list(this.differs, result.scene ? (result.differences.length ? result.differences : ["nothing"]) : [], (text) => text);
    this.check(result);
    this.others();
    this.table(result.scene);
  }

  controls() {
    const setup = this.model.get("setup");
    if (!this.typing && this.source.value !== setup.source) this.source.value = setup.source;
    const known = [...this.plan.options].some((/** @type {any} */ option) => option.value === setup.plan);
    say(this.own, setup.plan && (setup.edited || !known) ? `${setup.name}, your own` : "(your own)");
    this.plan.value = known && !setup.edited ? setup.plan : "";
    this.design.value = setup.design;
    say(this.designSays, `Replay: ${this.designs[setup.design]}`);
    this.language.value = setup.language;
    this.start.value = setup.start;
    this.delays.value = setup.delays;
    for (const one of this.level.children) set(one, { "aria-pressed": String(one.getAttribute("data-value") === setup.level) });
    setup.answers.forEach((/** @type {any} */ { id, title, answer, open }, /** @type {number} */ n) => {
      const one = this.answers.children[n] ?? this.answers.appendChild(button("", "answer"));
      const sign = { yes: "✓", no: "✕" }[/** @type {"yes"} */ (answer)] ?? "~";
      say(one, open ? `${sign} ${id} ${answer}` : `${id} not open`);
      const pressed = open ? String(answer === "yes") : null;
      set(one, { "data-value": id, "data-next": answer === "yes" ? "no" : "yes", "aria-pressed": pressed, "aria-disabled": open ? null : "true" });
      set(one, { title: title, "aria-label": `Close ${id}, ${title}? ${open ? answer : "not open in this world"}` });
    });
  }

  /** @param {Scene | undefined} scene */
  draw(scene) {
    this.stage.hidden = this.legend.hidden = !scene;
    const seen = new Set();
    this.back.replaceChildren();
    if (!scene) {
      for (const el of this.marks.values()) el.remove();
      return this.marks.clear();
    }
    set(this.picture, { width: scene.width, height: scene.height - 8, viewBox: `0 0 ${scene.width} ${scene.height - 8}`, "aria-label": scene.says });
    say(this.note, scene.note);
    scene.moments.forEach(({ x, clock, day, waited }, n) => {
      this.back.append(make("text", { x, y: 20, class: "ekr-clock" }, clock), make("text", { x, y: 34, class: "ekr-small" }, [waited, day].filter(Boolean).join(", ")));
      if (n) this.back.append(make("line", { x1: x - 5, x2: x - 5, y1: 10, y2: scene.height - 14, class: "ekr-between" }));
    });
    for (const { y, says } of scene.rows)
      this.back.append(make("line", { x1: 12, x2: scene.width - 12, y1: y, y2: y, class: "ekr-rule" }), make("text", { x: 12, y: y + 16, class: "ekr-rowname" }, says));
    let before = null;
    for (const mark of scene.marks) {
      seen.add(mark.id);
      let el = this.marks.get(mark.id);
      if (!el) {
        el = make("g", stop({ "data-mark": mark.id, role: "img", tabindex: "-1" }), make("title"), make("rect", { class: "ekr-ring" }), make("rect", { class: "ekr-box" }), make("text", {}));
        this.marks.set(mark.id, el);
      }
      const { x, y, width, height } = mark;
      const clock = scene.moments[mark.moment].clock;
      const lit = mark.lit ? ", first difference" : "";
      set(el, { "data-kind": mark.kind, "data-cached": mark.cached ? "" : null, "data-lit": mark.lit ? "" : null });
      set(el, { "aria-label": `${clock}, ${mark.row}, execution ${mark.execution}: ${mark.name}${lit}` });
      const [name, ring, box, text] = el.children;
      say(name, `${mark.name}${lit}`);
      set(ring, { x: x - 3, y: y - 3, width: width + 6, height: height + 6, rx: 4 });
      set(box, { x, y, width, height, rx: 3 });
      set(text, { x: x + 6, y: y + 14 });
      say(text, `${mark.sign} ${mark.text}`);
      const long = text.textContent.length > 24;
      set(text, { textLength: long ? width - 12 : null, lengthAdjust: long ? "spacingAndGlyphs" : null });
      const after = before ? before.nextSibling : this.front.firstChild;
      if (after !== el) this.front.insertBefore(el, after);
      before = el;
    }
    for (const [id, el] of [...this.marks]) if (!seen.has(id)) (el.remove(), this.marks.delete(id));
    const all = [...this.marks.values()];
    if (all.length && !all.some((el) => el.getAttribute("tabindex") === "0")) set(this.marks.get(scene.marks[0].id), { tabindex: "0" });
    this.toFirst.hidden = !scene.marks.some((mark) => mark.lit);
  }

  /** @param {any} result */
  check(result) {
    const findings = result.findings ?? [];
    say(this.findingsHead, result.found ?? "");
    list(this.findings, findings, (one) => one.says, (one) =>
      button("", "line", { class: "ekr-button ekr-finding", "data-value": one.line }),
      (el, one) => {
        set(el, { "data-value": one.line });
        el.replaceChildren(make("b", {}, `⚠ line ${one.line}, ${one.kind}`), make("code", {}, one.source.trim()), make("span", {}, one.says));
        const path = one.path.map((/** @type {any} */ place) => `${place.line}: ${place.text}`).join(" → ");
        if (one.path.length > 1) el.append(make("small", {}, path));
      });
    this.flagged = new Set(findings.map((/** @type {any} */ one) => one.line));
    this.lines();
  }

  lines() {
    const many = this.source.value.split("\n").length;
    const gutter = [];
    for (let n = 1; n <= Math.min(many, 5000); n++) gutter.push(make("div", { "data-flagged": this.flagged?.has(n) ? "" : null }, `${this.flagged?.has(n) ? "⚠ " : ""}${n}`));
    this.gutter.replaceChildren(...gutter);
    this.gutter.scrollTop = this.source.scrollTop;
  }

  others() {
    const worlds = this.model.get("worlds");
    say(this.worldsHead, worlds.says ? `${worlds.says}${worlds.broken.length ? "; choose one to go there" : ""}` : "Other answers, starts and delays: in which of them does this plan break?");
    list(this.worlds, worlds.broken ?? [], (one) => one, () => button("", "apply", { class: "ekr-button ekr-world" }), (el, one, n) => {
      set(el, { "data-value": n });
      say(el, one);
    });
  }

  /** @param {Scene | undefined} scene */
  table(scene) {
    const rows = (scene?.marks ?? []).map((mark) => {
      const cells = [scene?.moments[mark.moment].clock, mark.row, mark.execution, mark.name, mark.cached ? "from the cache" : "", mark.lit ? "yes" : ""];
      return make("tr", {}, ...cells.map((cell) => make("td", {}, String(cell ?? ""))));
    });
    this.body.replaceChildren(...rows);
  }
}

/** The mark at about the same height in the next column of the row. @param {Mark[]} marks @param {number} at @param {number} way */
function beside(marks, at, way) {
  const { row, moment, y } = marks[at];
  for (let column = moment + way; column >= 0 && column < 1000; column += way) {
    const there = marks.map((mark, n) => ({ mark, n })).filter(({ mark }) => mark.row === row && mark.moment === column);
    if (there.length) return there.reduce((a, b) => (Math.abs(b.mark.y - y) < Math.abs(a.mark.y - y) ? b : a)).n;
    if (column > Math.max(...marks.map((mark) => mark.moment))) break;
  }
  return at;
}

/**
 * Keep one item for each value, in place.
 * @param {any} el @param {any[]} values @param {(value: any) => string} text @param {(value: any) => any} [inside]
 * @param {(el: any, value: any, n: number) => void} [fill]
 */
function list(el, values, text, inside, fill) {
  while (el.children.length > values.length) el.lastChild.remove();
  values.forEach((value, n) => {
    const item = el.children[n] ?? el.appendChild(make("li", {}, inside ? inside(value) : ""));
    if (inside && fill) fill(item.firstChild, value, n);
    else say(item, text(value));
  });
}

export default {
  /** @param {{model: Model, el: HTMLElement, signal?: AbortSignal}} host */
  render({ model, el, signal }) {
    const view = new Desk(model, el);
    let closed = false;
    const close = () => {
      if (!closed) view.close();
      closed = true;
    };
    signal?.addEventListener("abort", close, { once: true });
    return close;
  },
};
