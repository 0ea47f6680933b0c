// In a frame, whatever takes the focus keeps the host's shortcuts away: else pressing d twice on a button deletes the cell.

const FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex], .lm-TabBar-tab";
const KEEP_AWAY = "data-lm-suppress-shortcuts";

export default {
  /** @param {{el: HTMLElement, signal?: AbortSignal}} host */
  render({ el, signal }) {
    /** @type {MutationObserver | null} */
    let watch = null;
    let waiting = 0;
    const begin = () => {
      const frame = el.closest(".ek-frame");
      if (!frame) {
        waiting = requestAnimationFrame(begin);
        return;
      }
      const mark = () => {
        for (const one of frame.querySelectorAll(FOCUSABLE)) if (!one.hasAttribute(KEEP_AWAY)) one.setAttribute(KEEP_AWAY, "true");
      };
      mark();
      watch = new MutationObserver(mark);
      watch.observe(frame, { childList: true, subtree: true });
    };
    const close = () => {
      cancelAnimationFrame(waiting);
      watch?.disconnect();
    };
    begin();
    signal?.addEventListener("abort", close, { once: true });
    return close;
  },
};
