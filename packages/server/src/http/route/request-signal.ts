import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { RequestAborted } from '../../core/concurrency/yielding.ts';

const signals = new WeakMap<Socket, AbortSignal>();

/** Returns a signal that is aborted when the client disconnects. The requests of a connection share one signal. */
export function requestSignal({ socket }: IncomingMessage): AbortSignal {
    const known = signals.get(socket);
    if (known) return known;
    const controller = new AbortController();
    const abort = () => controller.abort(new RequestAborted());
    if (socket.destroyed) abort();
    else socket.once('close', abort);
    signals.set(socket, controller.signal);
    return controller.signal;
}
