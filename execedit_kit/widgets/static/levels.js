// Keeps the progress token of the levels in this browser: read once when shown, written whenever it changes.

/**
 * @typedef {{get(name: string): any, set(name: string, value: any): void, save_changes(): void,
 *   on(event: string, call: () => void): void, off(event: string, call: () => void): void}} Model
 */

export default {
  /** @param {{model: Model, el: HTMLElement, signal?: AbortSignal}} host */
  render({ model, el, signal }) {
    const key = `execedit-levels/${model.get("levels")}`;
    /** Tell Python; without a kernel there is nobody to tell. @param {Record<string, any>} values */
    const tell = (values) => {
      for (const [name, value] of Object.entries(values)) model.set(name, value);
      try {
        model.save_changes();
      } catch {
        // Nobody listens.
      }
    };
    const write = () => {
      try {
        localStorage.setItem(key, model.get("token"));
      } catch {
        tell({ keeps: false });
      }
    };
    /** Another page of this browser has got further. @param {StorageEvent} event */
    const heard = (event) => {
      if (event.key === key && event.newValue) tell({ found: event.newValue });
    };
    let open = true;
    const close = () => {
      if (!open) return;
      open = false;
      model.off("change:token", write);
      window.removeEventListener("storage", heard);
    };
    el.hidden = true;
    try {
      tell({ keeps: true, found: localStorage.getItem(key) ?? "" });
    } catch {
      tell({ keeps: false });
    }
    model.on("change:token", write);
    window.addEventListener("storage", heard);
    signal?.addEventListener("abort", close, { once: true });
    return close;
  },
};
