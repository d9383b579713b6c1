// JSON-RPC 2.0 in frames with a Content-Length header: the base protocol of LSP.
'use strict';

const HEADER_END = Buffer.from('\r\n\r\n');
const CANCELLED = -32800; // RequestCancelled

class Connection {
    // `input` and `output` are streams. `onNotification(method, params)` receives the server's notifications, `onViolation(error)`
    // is called when it sent what is not the protocol.
    constructor(input, output, onNotification, onViolation) {
        Object.assign(this, { output, onNotification, onViolation });
        this.received = Buffer.alloc(0);
        this.pending = new Map();
        this.lastId = 0;
        this.closed = null;
        input.on('data', chunk => this.receive(chunk));
        input.on('error', error => this.close(error));
        output.on('error', error => this.close(error));
    }

    send(message) {
        if (this.closed)
            return;
        const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }), 'utf8');
        this.output.write(`Content-Length: ${body.length}\r\n\r\n`);
        this.output.write(body);
    }

    notify(method, params) {
        this.send({ method, params });
    }

    // `token`: vscode.CancellationToken, optional. A cancelled request resolves to null.
    request(method, params, token) {
        if (this.closed)
            return Promise.reject(this.closed);
        const id = ++this.lastId;
        const cancellation = token && token.onCancellationRequested(() => this.notify('$/cancelRequest', { id }));
        const answer = new Promise((resolve, reject) => this.pending.set(id, { resolve, reject }));
        this.send({ id, method, params });
        return answer.finally(() => cancellation && cancellation.dispose());
    }

    // Fails the requests that are not answered.
    close(error) {
        if (this.closed)
            return;
        this.closed = error;
        for (const { reject } of this.pending.values())
            reject(error);
        this.pending.clear();
    }

    refuse(error) {
        this.close(error);
        this.onViolation(error);
    }

    receive(chunk) {
        this.received = Buffer.concat([this.received, chunk]);
        for (;;) {
            const end = this.received.indexOf(HEADER_END);
            if (end < 0)
                return;
            const length = /^content-length: *(\d+)\s*$/im.exec(this.received.toString('ascii', 0, end));
            if (!length)
                return this.refuse(new Error('a message without Content-Length'));
            const start = end + HEADER_END.length, next = start + Number(length[1]);
            if (this.received.length < next)
                return;
            const body = this.received.toString('utf8', start, next);
            this.received = this.received.subarray(next);
            this.read(body);
        }
    }

    read(body) {
        let message;
        try {
            message = JSON.parse(body);
        } catch (error) {
            return this.refuse(error);
        }
        if (message.method === undefined)
            this.settle(message);
        else if (message.id === undefined)
            this.onNotification(message.method, message.params);
        else // the client claims no capability that requests of a server need
            this.send({ id: message.id, error: { code: -32601, message: `unknown method ${message.method}` } });
    }

    settle({ id, result, error }) {
        const waiting = this.pending.get(id);
        this.pending.delete(id);
        if (!waiting)
            return;
        if (!error)
            waiting.resolve(result);
        else if (error.code === CANCELLED)
            waiting.resolve(null);
        else
            waiting.reject(new Error(error.message));
    }
}

module.exports = { Connection };
