// A stand-in for a Jupyter front-end: anywidget's model, backed by Python through window.kernel.

class Model {
  constructor(id, state) {
    this.id = id;
    this.state = state;
    this.changed = {};
    this.listeners = [];
    this.held = null;
  }
  get(name) {
    return this.state[name];
  }
  set(name, value) {
    if (JSON.stringify(this.state[name]) === JSON.stringify(value)) return;
    this.state[name] = value;
    this.changed[name] = value;
    this.emit(`change:${name}`);
    this.emit("change");
  }
  save_changes() {
    const state = this.changed;
    this.changed = {};
    if (Object.keys(state).length) this.ask({ method: "update", state });
  }
  send(content) {
    this.ask({ method: "custom", content: JSON.parse(JSON.stringify(content)) });
  }
  async ask(data) {
    this.receive(await window.kernel(this.id, data));
  }
  receive(messages) {
    if (this.held) this.held.push(messages);
    else for (const message of messages) this.take(message);
  }
  take(message) {
    if (message.method === "custom") return this.emit("msg:custom", message.content, []);
    if (message.method !== "update") return; // echoes
    Object.assign(this.state, message.state);
    for (const name of Object.keys(message.state)) this.emit(`change:${name}`);
    this.emit("change");
  }
  on(event, callback) {
    this.listeners.push([event, callback]);
  }
  off(event, callback) {
    this.listeners = this.listeners.filter(
      ([e, c]) => !((!event || e === event) && (!callback || c === callback)),
    );
  }
  emit(event, ...rest) {
    for (const [e, callback] of [...this.listeners]) if (e === event) callback(...rest);
  }
}

const models = {};
const views = {};

window.stage = {
  models,
  make(id, state) {
    models[id] = new Model(id, state);
  },
  async show(id, view, source, { signal = true } = {}) {
    const el = document.createElement("div");
    el.dataset.testid = view;
    document.querySelector("main").append(el);
    const module = await import(source);
    const controller = new AbortController();
    const widget = typeof module.default === "function" ? await module.default() : module.default;
    const host = signal ? { signal: controller.signal } : {};
    await widget.initialize?.({ model: models[id], ...host });
    const cleanup = await widget.render({ model: models[id], el, ...host });
    views[view] = { el, controller, cleanup };
  },
  close(view) {
    const { el, controller, cleanup } = views[view];
    controller.abort();
    cleanup?.();
    el.remove();
  },
  hold(id) {
    models[id].held ??= [];
  },
  release(id, newestFirst) {
    const model = models[id];
    const batches = model.held ?? [];
    model.held = null;
    if (newestFirst) batches.reverse();
    for (const messages of batches) model.receive(messages);
  },
  listeners(id) {
    return models[id].listeners.length;
  },
};
