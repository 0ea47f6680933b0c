"""A static page on which widgets are shown. Nothing of it leaves the machine."""

import re
import time
from pathlib import Path

from tests.browser.harness.bridge import Bridge

ORIGIN = "http://stage.test"
HERE = Path(__file__).parent
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>stage</title>
<body style="margin:16px"><h1>Stage</h1><button id="before">before</button><main></main>
<button id="after">after</button><div style="height:1500px"></div><script>{script}</script></body></html>"""


class Stage:
    """The page and the widgets on it.

    Parameters
    ----------
    context : playwright.sync_api.BrowserContext
        A fresh one.
    """

    def __init__(self, context):
        self.off_machine = []
        self.errors = []
        self._files = {}
        self._bridges = {}
        self._views = 0
        context.route("**/*", self._answer)
        self.page = context.new_page()
        self.page.set_default_timeout(10_000)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda line: line.type == "error" and self.errors.append(line.text))
        self.page.expose_function("kernel", self._kernel)
        self.pointer = self.page.mouse

    def _answer(self, route):
        url = route.request.url
        if url in self._files:
            kind, body = self._files[url]
            route.fulfill(content_type=kind, body=body)
        elif url.startswith(("data:", "blob:")) or url == f"{ORIGIN}/favicon.ico":
            route.fulfill(status=204)
        else:
            self.off_machine.append(url)
            route.abort()

    def _kernel(self, id, data):
        return self._bridges[id].receive(data)

    def show(self, widget, *, signal=True):
        """Show one more view of a widget and return its root. `signal` is False for hosts that pass none."""
        id = self._id(widget)
        if not self._bridges:
            self._open()
        if id not in self._bridges:
            self._bridges[id] = Bridge(widget)
            self._files[f"{ORIGIN}/{id}.js"] = ("text/javascript", str(widget._esm))
            self.page.add_style_tag(content=f"{getattr(widget, '_css', '')} ")
            self.page.evaluate("([id, state]) => stage.make(id, state)", [id, self._bridges[id].state()])
        self._views += 1
        view = f"view-{self._views}"
        show = "([id, view, source, options]) => stage.show(id, view, source, options)"
        self.page.evaluate(show, [id, view, f"{ORIGIN}/{id}.js", {"signal": signal}])
        return self.page.get_by_test_id(view)

    def _open(self):
        script = (HERE / "model.js").read_text()
        self._files[f"{ORIGIN}/"] = ("text/html", PAGE.format(script=script))
        self.page.goto(f"{ORIGIN}/")

    def close(self, view):
        """Close a view as a host does: abort its signal, call what render returned, remove the element."""
        self.page.evaluate("view => stage.close(view)", view.get_attribute("data-testid"))

    def flush(self):
        """Deliver what Python changed on its own."""
        for id, bridge in self._bridges.items():
            messages = bridge.drain()
            self.page.evaluate("([id, messages]) => stage.models[id].receive(messages)", [id, messages])

    def hold(self, widget):
        """Keep Python's replies back until they are released."""
        self.page.evaluate("id => stage.hold(id)", self._id(widget))

    def release(self, widget, *, newest_first=False):
        """Deliver what was held."""
        self.page.evaluate("([id, newest]) => stage.release(id, newest)", [self._id(widget), newest_first])

    def messages(self, widget, kind=None):
        """What the front-end sent, all or of one type, in order."""
        received = self._bridges[self._id(widget)].received
        return [content for content in received if kind in (None, content.get("type"))]

    def until(self, condition, seconds=10):
        """Let the page run until a condition on the Python side holds."""
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, "the condition did not come true"
            self.page.evaluate("() => new Promise(done => requestAnimationFrame(() => done()))")

    def drag(self, source, *stops, drop=True):
        """Press the pointer on a locator and move it, in small steps, over others (or points) in turn."""
        self.pointer.move(*self.centre(source))
        self.pointer.down()
        for stop in stops:
            self.pointer.move(*self.centre(stop), steps=8)
        if drop:
            self.pointer.up()

    def centre(self, place):
        """The middle of a locator, or the point itself."""
        if isinstance(place, tuple):
            return place
        place.scroll_into_view_if_needed()
        box = place.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    @staticmethod
    def _id(widget):
        return re.sub(r"\W", "-", f"{type(widget).__name__}-{id(widget)}")


class Finger:
    """A finger on the page, moved like Playwright's mouse; the context must have touch."""

    def __init__(self, page):
        self._session = page.context.new_cdp_session(page)
        self._at = (0, 0)
        self._touches = False

    def _send(self, kind, *points):
        touches = [{"x": x, "y": y} for x, y in points]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def down(self):
        self._touches = True
        self._send("touchStart", self._at)

    def move(self, x, y, steps=1):
        start, self._at = self._at, (x, y)
        for n in range(1, steps + 1):
            if self._touches:
                part = n / steps
                self._send("touchMove", (start[0] + (x - start[0]) * part, start[1] + (y - start[1]) * part))

    def up(self):
        self._touches = False
        self._send("touchEnd")
