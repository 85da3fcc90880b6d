import type { ServerResponse } from 'node:http';
import type { RouteReply } from '../route/route.ts';
import type { EventStream } from '../streams/event-streams.ts';

/** The status and headers of a response that has not been sent. */
export class Reply implements RouteReply {
    /** Names and values alternate, the fastest format for Node. */
    readonly headers: string[] = [];
    code = 200;
    readonly #response: ServerResponse;
    readonly #open: RouteReply['openStream'];

    constructor(response: ServerResponse, openStream: RouteReply['openStream']) {
        this.#response = response;
        this.#open = openStream;
    }

    /** Several cookies are several headers; any other header replaces an earlier one. */
    header(name: string, value: string): void {
        const index = name === 'set-cookie' ? -1 : this.#indexOf(name);
        if (index < 0) this.headers.push(name, value);
        else this.headers[index + 1] = value;
    }

    addAll(headers: Readonly<Record<string, string>>): void {
        for (const name in headers) this.header(name, headers[name]!);
    }

    /** The headers as an object, of a response without cookies. */
    all(): Record<string, string> {
        const headers: Record<string, string> = {};
        for (let i = 0; i < this.headers.length; i += 2) headers[this.headers[i]!] = this.headers[i + 1]!;
        return headers;
    }

    get(name: string): string | undefined {
        const index = this.#indexOf(name);
        return index < 0 ? undefined : this.headers[index + 1];
    }

    remove(name: string): void {
        const index = this.#indexOf(name);
        if (index >= 0) this.headers.splice(index, 2);
    }

    status(status: number): void {
        this.code = status;
    }

    onceSent(callback: () => void): void {
        this.#response.once('finish', callback);
    }

    openStream(visitor?: Parameters<RouteReply['openStream']>[0]): EventStream {
        return this.#open(visitor);
    }

    /** Adds the headers that every response has. Responses for one caller must not be cached for another. */
    complete(): void {
        this.headers.push('x-content-type-options', 'nosniff');
        if (this.#indexOf('cache-control') < 0) this.headers.push('cache-control', 'no-store');
    }

    #indexOf(name: string): number {
        for (let i = 0; i < this.headers.length; i += 2) if (this.headers[i] === name) return i;
        return -1;
    }
}
