// Runs in a page before JupyterLab does, and knows what the kernel has not answered yet:
// cells to run, and controls that were moved.
(() => {
  const waiting = new Set();
  const text = data => (typeof data === 'string' ? data : new TextDecoder().decode(data));
  const ids = data => [...data.matchAll(/"msg_id": ?"([^"]+)"/g)].map(found => found[1]);

  window.WebSocket = class extends WebSocket {
    constructor(...options) {
      super(...options);
      this.addEventListener('message', event => {
        const message = text(event.data);
        if (!/"execution_state": ?"idle"/.test(message)) return;
        for (const id of ids(message)) waiting.delete(id);
      });
    }
    send(data) {
      const message = text(data);
      if (/"msg_type": ?"(comm_msg|execute_request)"/.test(message)) waiting.add(ids(message)[0]);
      super.send(data);
    }
  };
  window.unanswered = () => waiting.size;
})();
