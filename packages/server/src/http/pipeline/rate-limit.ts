import { tooManyRequests } from '../../core/errors/errors.ts';
import type { Exchange } from './exchange.ts';

const MINUTE_MS = 60_000;
/** The least recent addresses are forgotten. */
const MAX_ADDRESSES = 5_000;

/** Limits the requests of each client address to a route, in windows of a minute that begin with the first request. */
export class RateLimit {
    readonly #perMinute: number;
    readonly #windows = new Map<string, { until: number; count: number }>();

    constructor(perMinute: number) {
        this.#perMinute = perMinute;
    }

    /** Counts a request, or throws. */
    count({ ip, reply }: Exchange): void {
        const now = Date.now();
        const known = this.#windows.get(ip);
        const window = known && known.until > now ? known : { until: now + MINUTE_MS, count: 0 };
        window.count++;
        this.#windows.delete(ip);
        this.#windows.set(ip, window);
        if (this.#windows.size > MAX_ADDRESSES) this.#windows.delete(this.#windows.keys().next().value!);

        const seconds = Math.ceil((window.until - now) / 1000);
        reply.header('x-ratelimit-limit', String(this.#perMinute));
        reply.header('x-ratelimit-remaining', String(Math.max(0, this.#perMinute - window.count)));
        reply.header('x-ratelimit-reset', String(seconds));
        if (window.count <= this.#perMinute) return;
        reply.header('retry-after', String(seconds));
        throw tooManyRequests(`More than ${this.#perMinute} requests in a minute. Try again in ${inWords(seconds)}.`);
    }
}

const inWords = (seconds: number) => (seconds === 60 ? '1 minute' : `${seconds} second${seconds === 1 ? '' : 's'}`);
