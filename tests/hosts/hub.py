"""A JupyterHub on this machine, and a learner on it who works through a lesson by its API."""

import json
import secrets
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from contextlib import closing, contextmanager
from pathlib import Path

import environments
import websocket

CONFIG = """
c.JupyterHub.bind_url = "http://127.0.0.1:{port}"
c.JupyterHub.hub_port = {hub}
c.JupyterHub.db_url = "sqlite://"
c.JupyterHub.authenticator_class = "dummy"
c.Authenticator.allow_all = True
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = "{homes}/{{username}}"
c.Spawner.cmd = ["{python}", "-m", "jupyterhub.singleuser"]
# Kernels that start at the same time on one machine may pick the same port: they talk through
# files, in a folder whose name is short, as the system allows about a hundred characters.
c.Spawner.args = ["--allow-root", "--KernelManager.transport=ipc"]
c.Spawner.environment = {{"JUPYTER_RUNTIME_DIR": "{runtime}"}}
c.Spawner.start_timeout = c.Spawner.http_timeout = 600
c.JupyterHub.tornado_settings = {{"slow_spawn_timeout": 0}}
ports = iter({ports})
c.Spawner.pre_spawn_hook = lambda spawner: setattr(spawner, "port", next(ports))
c.ConfigurableHTTPProxy.command = ["{proxy}"]
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:{api}"
c.JupyterHub.services = [{{"name": "teacher", "api_token": "{token}"}}]
c.JupyterHub.load_roles = [
    {{
        "name": "teacher",
        "services": ["teacher"],
        "scopes": ["admin:users", "admin:servers", "access:servers"],
    }}
]
"""


def free_ports(count):
    """Return ports that nobody listens on."""
    probes = [socket.socket() for _ in range(count)]
    for probe in probes:
        probe.bind(("127.0.0.1", 0))
    ports = [probe.getsockname()[1] for probe in probes]
    for probe in probes:
        probe.close()
    return ports


class Hub:
    """A running hub, as its teacher sees it."""

    def __init__(self, port, token, folder):
        self.host, self.token = f"127.0.0.1:{port}", token
        self.homes, self.log = folder / "homes", folder / "hub.log"

    def ask(self, path, method="GET", body=None):
        """Send a request; return what is answered."""
        request = urllib.request.Request(
            f"http://{self.host}{path}",
            method=method,
            headers={"Authorization": f"token {self.token}", "Content-Type": "application/json"},
            data=None if body is None else json.dumps(body).encode(),
        )
        with closing(urllib.request.urlopen(request, timeout=600)) as answer:
            text = answer.read()
        return json.loads(text) if text else None

    def wait(self, path, ready):
        """Ask again and again until the answer is `ready`."""
        for _ in range(1200):
            try:
                answer = self.ask(path)
                if ready(answer):
                    return answer
            except (urllib.error.URLError, ConnectionError):
                pass
            time.sleep(0.5)
        raise TimeoutError(path)


@contextmanager
def running(folder, learners):
    """Run a hub for so many learners in `folder`; give it."""
    port, hub, api, *ports = free_ports(3 + learners)
    token, homes = secrets.token_hex(16), folder / "homes"
    proxy = environments.node_modules() / ".bin" / "configurable-http-proxy"
    fields = {"port": port, "hub": hub, "api": api, "homes": homes, "proxy": proxy, "token": token}
    config = folder / "jupyterhub_config.py"
    with (
        open(folder / "hub.log", "w") as log,
        # A kernel that ends takes its files away at the same time.
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as runtime,
    ):
        fields |= {"python": sys.executable, "ports": ports, "runtime": runtime}
        config.write_text(CONFIG.format(**fields), encoding="utf-8")
        command = [sys.executable, "-m", "jupyterhub", "-f", str(config)]
        process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log)
        try:
            started = Hub(port, token, folder)
            started.wait("/hub/api/", lambda answer: answer["version"])
            yield started
        finally:
            process.terminate()
            process.wait()


class Learner:
    """A learner with a server and a kernel of their own."""

    def __init__(self, hub, name):
        self.hub, self.name, self.base = hub, name, f"/user/{name}"
        self.models, self.session = {}, secrets.token_hex(8)

    def start(self):
        """Start the server and a kernel, and open its channels."""
        user = f"/hub/api/users/{self.name}"
        self.hub.ask(user, "POST")
        self.hub.ask(f"{user}/server", "POST", {})
        self.hub.wait(user, lambda answer: answer["servers"].get("", {}).get("ready"))
        kernel = self.hub.ask(f"{self.base}/api/kernels", "POST", {"name": "python3"})["id"]
        self.socket = websocket.create_connection(
            f"ws://{self.hub.host}{self.base}/api/kernels/{kernel}/channels",
            header=[f"Authorization: token {self.hub.token}"],
            timeout=600,
        )

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, kind, error, trace):
        self.socket.close()
        if error is not None:
            error.add_note(self.hub.log.read_text(errors="replace")[-20_000:])

    def read(self, path):
        """Return a notebook from the learner's own folder."""
        return self.hub.ask(f"{self.base}/api/contents/{path}?type=notebook&content=1")["content"]

    def run(self, source):
        """Run a cell; return what it printed, and its errors."""
        content = {"code": source, "silent": False, "store_history": True, "allow_stdin": False}
        return self.send("execute_request", content)

    def move(self, label, value):
        """Move the control with that label."""
        model = next(m for m, state in self.models.items() if state.get("description") == label)
        data = {"method": "update", "state": {"value": value}}
        return self.send("comm_msg", {"comm_id": model, "data": data})

    def picture(self):
        """Return the HTML of the explorer's picture."""
        values = [state.get("value", "") for state in self.models.values()]
        return next(v for v in values if isinstance(v, str) and "<img" in v)

    def send(self, kind, content):
        """Send a message and listen until the kernel is idle again."""
        header = {"msg_id": secrets.token_hex(8), "msg_type": kind, "username": self.name}
        header |= {"session": self.session, "version": "5.3", "date": ""}
        message = {"header": header, "parent_header": {}, "metadata": {}, "content": content}
        self.socket.send(json.dumps(message | {"channel": "shell", "buffers": []}))
        printed, errors = "", []
        while True:
            answer = json.loads(self.socket.recv())
            kind, content = answer["header"]["msg_type"], answer["content"]
            mine = answer["parent_header"].get("msg_id") == header["msg_id"]
            if kind == "comm_open":
                self.models[content["comm_id"]] = dict(content["data"]["state"])
            elif kind == "comm_msg" and content["data"].get("method") in ("update", "echo_update"):
                self.models[content["comm_id"]].update(content["data"]["state"])
            elif kind == "stream" and mine and content["name"] == "stdout":
                printed += content["text"]
            elif kind == "error" and mine:
                errors.append(f"{content['ename']}: {content['evalue']}")
            elif kind == "status" and mine and content["execution_state"] == "idle":
                return printed, errors


def copy_notebooks(home):
    """Give a learner the lessons, as nbgitpuller would."""
    home.mkdir(parents=True)
    for path in (Path(environments.ROOT) / "notebooks").glob("*.ipynb"):
        (home / path.name).write_bytes(path.read_bytes())
