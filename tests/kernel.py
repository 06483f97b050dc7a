"""Drive an explorer as a browser does: a real kernel, its controls moved over the comm."""

import contextlib
import json
import warnings

from jupyter_client.manager import start_new_kernel

CODE = """
from normcourse.explorers import show
from normcourse.explorers.{name} import explorer
show(explorer)
"""


class Page:
    """A client that keeps each widget model's state, as a page does."""

    def __init__(self, client):
        self.client, self.models, self.displays, self.errors = client, {}, [], []
        self.done = set()

    def start(self, code):
        """Start a cell; return what to wait for."""
        return self.client.execute(code)

    def wait(self, msg_id):
        """Wait until the kernel is done with a message."""
        self._drain(msg_id)

    def run(self, code):
        """Run a cell to its end."""
        self.wait(self.start(code))

    def move(self, model_id, subshell=None, **state):
        """Tell the kernel that the learner moved a control; return what to wait for."""
        content = {"comm_id": model_id, "data": {"method": "update", "state": state}}
        return self._send(content, subshell)

    def set(self, model_id, **state):
        """Move a control and wait until the kernel has answered."""
        self.wait(self.move(model_id, **state))

    def subshell(self):
        """Open a second thread for widget messages, as JupyterLab does, if the kernel can."""
        info = self.client.kernel_info(reply=True, timeout=60)["content"]
        if "kernel subshells" not in info.get("supported_features", ()):
            return None
        message = self.client.session.msg("create_subshell_request", {})
        self.client.control_channel.send(message)
        while True:
            reply = self.client.get_control_msg(timeout=60)
            if reply["parent_header"].get("msg_id") == message["header"]["msg_id"]:
                return reply["content"]["subshell_id"]

    def click(self, model_id):
        """Click a button."""
        event = {"method": "custom", "content": {"event": "click"}}
        self.wait(self._send({"comm_id": model_id, "data": event}))

    def _send(self, content, subshell=None):
        message = self.client.session.msg("comm_msg", content)
        if subshell:
            message["header"]["subshell_id"] = subshell
        with warnings.catch_warnings():
            # NaN is not JSON, but Python's reader takes it, and that is what is tried here.
            warnings.filterwarnings("ignore", "Message serialization failed", UserWarning)
            self.client.shell_channel.send(message)
        return message["header"]["msg_id"]

    def _drain(self, msg_id):
        while msg_id not in self.done:
            message = self.client.get_iopub_msg(timeout=60)
            kind, content = message["msg_type"], message["content"]
            if kind == "comm_open":
                self.models[content["comm_id"]] = dict(content["data"]["state"])
            elif kind == "comm_msg" and content["data"].get("method") in ("update", "echo_update"):
                self.models[content["comm_id"]].update(content["data"]["state"])
            elif kind == "display_data":
                self.displays.append(content["data"])
            elif kind == "error" or (kind == "stream" and content["name"] == "stderr"):
                # The kernel echoes a NaN that the test sent, and is warned as the test was.
                if "JSON-compliant" not in content.get("text", ""):
                    self.errors.append(json.dumps(content))
            elif kind == "status" and content["execution_state"] == "idle":
                self.done.add(message["parent_header"].get("msg_id"))

    def controls(self):
        """Return ``{label: model id}`` of everything that a learner can move."""
        kinds = ("SelectionSlider", "Dropdown", "FloatSlider", "IntSlider", "Text")
        return {
            state["description"]: model_id
            for model_id, state in self.models.items()
            if state.get("_model_name", "").removesuffix("Model") in kinds
        }

    def buttons(self):
        """Return ``{label: model id}`` of the buttons."""
        return {
            state["description"]: model_id
            for model_id, state in self.models.items()
            if state.get("_model_name") == "ButtonModel"
        }

    def picture(self):
        """Return the HTML that stands where the picture is."""
        values = [s.get("value", "") for s in self.models.values()]
        found = [v for v in values if isinstance(v, str) and ("<img" in v or "No picture" in v)]
        assert len(found) == 1, f"{len(found)} pictures"
        return found[0]


@contextlib.contextmanager
def page(name):
    """Open a kernel that shows the explorer of module `name`."""
    manager, client = start_new_kernel(kernel_name="python3")
    try:
        opened = Page(client)
        opened.run(CODE.format(name=name))
        yield opened
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
