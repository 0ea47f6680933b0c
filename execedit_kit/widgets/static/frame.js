// In a frame, whatever takes the focus keeps the host's shortcuts away: else pressing d twice on a button deletes the cell.

const FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex], .lm-TabBar-tab";
const KEEP_AWAY = "data-lm-suppress-shortcuts";

export default {
  /** @param {{el: HTMLElement, signal?: AbortSignal}} host */
  render({ el, signal }) {
    /** @type {MutationObserver | null} */
    let watch = null;
    let waiting = 0;
    /** Also what scrolls takes the focus, as soon as it is too long. @param {FocusEvent} event */
    const keep = (event) => event.target instanceof Element && event.target.setAttribute(KEEP_AWAY, "true");
    /** @type {Element | null} */
    let heard = null;
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
      heard = frame;
      heard.addEventListener("focusin", keep);
    };
    const close = () => {
      cancelAnimationFrame(waiting);
      watch?.disconnect();
      heard?.removeEventListener("focusin", keep);
    };
    begin();
    signal?.addEventListener("abort", close, { once: true });
    return close;
  },
};
