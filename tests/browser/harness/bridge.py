"""The comm between a widget and the page, with nothing of Jupyter between."""

import json


class Comm:
    """What ipywidgets sends goes into a list, as JSON text, so that nothing but JSON travels."""

    comm_id = "static-page"

    def __init__(self):
        self.out = []

    def send(self, data=None, metadata=None, buffers=None):
        assert not buffers
        self.out.append(json.dumps(data, allow_nan=False))

    def on_msg(self, callback):
        pass

    def close(self, *args, **kwargs):
        pass


class Bridge:
    """A widget whose front-end is on a page.

    Parameters
    ----------
    widget : anywidget.AnyWidget
        The real thing; its own message handling answers.
    """

    def __init__(self, widget):
        self.widget = widget
        self.comm = Comm()
        widget.comm = self.comm
        self.received = []

    def state(self):
        """The synced traits but the front-end's own files."""
        names = [name for name in self.widget.keys if name not in ("_esm", "_css", "layout")]
        return json.loads(json.dumps(self.widget.get_state(names)))

    def receive(self, data):
        """Let the widget handle what the page sent, and return what it answers."""
        if data["method"] == "custom":
            self.received.append(data["content"])
        self.widget._handle_msg({"content": {"data": {"buffers": [], "buffer_paths": [], **data}}, "buffers": []})
        return self.drain()

    def drain(self):
        """What Python has sent since, in order."""
        sent, self.comm.out = self.comm.out, []
        return [json.loads(text) for text in sent]
