"""The export is what is on the screen: every element of the one is an element of the other, place, look and words."""

import pytest

import execedit_kit as ek
from execedit_kit.widgets.desk import EditDesk

# What there is to see of a picture: id → its parts, each with its kind, place in the scene, look and words.
PARTS = """(root) => {
  const names = { 'ek-line': 'line', 'ek-arrow': 'arrow', 'ek-box': 'box', 'ek-dot': 'dot', 'ek-label': 'label',
    'ek-detail': 'detail', 'ek-flag': 'flag', 'ek-pole': 'pole', 'ek-mark': 'mark', 'ek-fate': 'fate' };
  const pixel = Object.assign(document.createElement('canvas'), { width: 1, height: 1 })
    .getContext('2d', { willReadFrequently: true });
  const colour = (text) => {
    if (text === 'none') return text;
    if (text.startsWith('url')) return 'hatch';
    pixel.clearRect(0, 0, 1, 1);
    pixel.fillStyle = text;
    pixel.fillRect(0, 0, 1, 1);
    return [...pixel.getImageData(0, 0, 1, 1).data].join(' ');
  };
  const world = root.querySelector('.ek-world') ?? root.querySelector('svg');
  const home = world.getScreenCTM().inverse();
  const found = {};
  for (const group of world.querySelectorAll('[data-id], [data-band], [data-edge]')) {
    const style = getComputedStyle(group);
    if (style.opacity === '0') continue;
    const parts = [];
    for (const el of group.querySelectorAll('rect, circle, path, text')) {
      if (el.matches('.ek-ring, .ek-hit')) continue;
      const look = getComputedStyle(el);
      const badge = el.closest('.ek-badge') && (el.matches('text') ? 'badge-text' : 'badge');
      const part = el.dataset.part ?? badge ?? names[el.classList[0]] ?? (el.matches('text') ? 'text'
        : look.fill.startsWith('url') ? 'hatch' : 'box');
      const to = home.multiply(el.getScreenCTM());
      const at = (name) => Number(el.getAttribute(name) ?? 0);
      const box = el.matches('text') ? { x: at('x') + at('dx'), y: at('y'), width: 0, height: 0 } : el.getBBox();
      const place = [box.x + to.e, box.y + to.f, box.width, box.height].map((n) => Math.round(n * 2) / 2);
      const drawn = look.stroke === 'none' ? ['none'] : [colour(look.stroke), look.strokeWidth, look.strokeDasharray];
      const words = el.matches('text') ? [el.textContent, look.fontSize, look.fontWeight, look.textAnchor,
        look.textDecorationLine] : [];
      parts.push([part, ...place, colour(look.fill), ...drawn, ...words].join(' | '));
    }
    found[group.dataset.id ?? group.dataset.band ?? group.dataset.edge] = parts;
  }
  return found;
}"""

CALLS = [f"a{n}" for n in range(9)]
FRAMED = ek.record(
    actions=CALLS,
    workflow={"branch": "b", "contract": {"parallel": CALLS}},
    policy={"any": True},
    history=[{"call": "a0"}],
)
CHOSEN = ek.merge_select("tender", "left", rule="inspection", signed_by=["council"])

LONG = ek.record(
    actions=["💸" * 30, "n" * 200],
    workflow={"branch": "purchase", "contract": {"sequence": ["💸" * 30, "n" * 200]}},
    policy={"any": True},
    history=[{"call": "💸" * 30}, {"edit": {"fork_choice": {"branch": "purchase"}}}],
)
DONE = ek.record(
    actions=["x"],
    workflow={"branch": "purchase", "contract": "x"},
    policy={"any": True},
    history=[{"call": "x"}, {"edit": {"fork_choice": {"branch": "purchase"}}}],
)

CASES = {
    "nothing in question": ("laptop-paid", None),
    "accepted": ("laptop-paid", ek.restore_live("b0#1R", "k")),
    "rejected": ("laptop-tight", ek.fork_choice("b0", rule="suppliers")),
    "invalid": ("tender-award", ek.merge_select("tender", "left")),
    "replaced": ("laptop", ek.restore_replace("b0", "k")),
    "given up": ("tender-award", CHOSEN),
    "a call": ("laptop-forked", {"call": "xpL#1L"}),
    "a flag": ("laptop", {"checkpoint": "monday", "branch": "b0"}),
    "a frame": (FRAMED, ek.fork_parallel("b")),
    "long names": (LONG, None),
}


@pytest.mark.parametrize("page_options", [{"color_scheme": "light"}, {"color_scheme": "dark"}], ids=["light", "dark"])
@pytest.mark.parametrize("case", CASES)
def test_the_export_is_what_is_on_the_screen(stage, page_options, case):
    record, step = CASES[case]
    desk = EditDesk(record)
    if step is not None:
        desk.propose(step)
    view = stage.show(desk)
    view.get_by_role("button", name="Fit", exact=True).click()  # labels stay in view where a lane is cut off
    live = view.evaluate(PARTS)
    stage.page.evaluate(
        "(text) => { const el = document.createElement('div'); el.id = 'export'; el.innerHTML = text;"
        " document.body.append(el); }",
        desk.svg(dark=page_options["color_scheme"] == "dark"),
    )
    assert stage.page.locator("#export").evaluate(PARTS) == live
    verdict = "" if step is None else desk.pending["preview"]["verdict"]
    shown = stage.page.locator("#export").text_content()
    assert verdict in shown
    for entry in view.locator(".ek-entry").all():
        assert entry.locator(".ek-quiet").last.text_content() in shown


@pytest.mark.parametrize(("record", "part"), [(LONG, "[data-id^='call:n'] .ek-label"), (DONE, ".ek-band text")])
def test_what_is_cut_short_can_still_be_told_apart(stage, record, part):
    """The names of copies differ at their ends, and no sign is cut in two."""
    view = stage.show(EditDesk(record))
    labels = [label for label in view.locator(part).all_text_contents() if label]
    assert len(set(labels)) == len(labels) > 1
    assert all("\ufffd" not in label for label in view.locator("svg text").all_text_contents())
