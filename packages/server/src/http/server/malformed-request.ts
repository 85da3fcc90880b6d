import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type HalyardError, headersTooLarge, invalid, requestTimeout } from '../../core/errors/errors.ts';
import { toErrorResponse } from './errors.ts';

/** Time for the client to read the error. */
const CLOSE_DELAY_MS = 1_000;

/** Responds to malformed requests with the common error format, and closes the connection. */
export function respondToMalformed(error: Error & { code?: string }, socket: Duplex): void {
    // The client has disconnected.
    if (error.code === 'ECONNRESET' || !socket.writable) {
        socket.destroy();
        return;
    }
    const { status, body } = toErrorResponse(refusalOf(error.code));
    const text = JSON.stringify(body);
    socket.end(
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n` +
            'content-type: application/json; charset=utf-8\r\n' +
            'x-content-type-options: nosniff\r\ncache-control: no-store\r\n' +
            `content-length: ${Buffer.byteLength(text)}\r\n` +
            `connection: close\r\n\r\n${text}`,
    );
    // Otherwise a client could keep the connection open by sending data.
    setTimeout(() => socket.destroy(), CLOSE_DELAY_MS).unref();
}

function refusalOf(code: string | undefined): HalyardError {
    if (code === 'HPE_HEADER_OVERFLOW') return headersTooLarge();
    if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return requestTimeout();
    return invalid('The request is malformed. Send a valid HTTP/1.1 request.');
}
