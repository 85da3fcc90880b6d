import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { AddressSet } from '../core/network/address-set.ts';
import { isPublic } from './public-addresses.ts';

/** The addresses of a host name; rejects when there are none. */
export type Resolve = (host: string) => Promise<string[]>;

export interface OutboundPolicy {
    /** Let every address be called. */
    allowPrivate: boolean;
    /** Host names (`*.example.com` for all below), addresses and ranges that may be called though they are not public. */
    allowed: readonly string[];
    resolve?: Resolve;
}

export interface OutboundRequest {
    method: 'GET' | 'POST';
    headers: Record<string, string>;
    body?: string;
    signal?: AbortSignal;
    /** How many bytes of the answer are read, where the usual few do not suffice. */
    maxAnswer?: number;
}

export interface OutboundAnswer {
    status: number;
    contentType: string | undefined;
    /** The beginning of what was answered. */
    text: string;
}

/** The target must not be called; the message says why and may be shown. */
export class OutboundRefused extends Error {}

/** From the question to the name server until the end of the answer. */
const TIMEOUT_MS = 10_000;
/** How much of an answer is read. */
const MAX_ANSWER = 16 * 1024;

/**
 * Every request to an address that someone configured goes through here, so that nobody can use this service to reach
 * what only its own network reaches. The addresses that were checked are the ones that are connected to: a name that
 * points elsewhere a moment later gains nothing. Redirects are answers, not followed.
 */
export class Outbound {
    readonly #allowPrivate: boolean;
    readonly #allowedHosts: readonly string[];
    readonly #allowedAddresses: AddressSet;
    readonly #resolve: Resolve;

    constructor({ allowPrivate, allowed, resolve = resolveByDns }: OutboundPolicy) {
        const isAddress = (entry: string) => isIP(entry.split('/')[0]!) !== 0;
        this.#allowPrivate = allowPrivate;
        this.#allowedHosts = allowed.filter((entry) => !isAddress(entry)).map((entry) => entry.toLowerCase());
        this.#allowedAddresses = new AddressSet(allowed.filter(isAddress));
        this.#resolve = resolve;
    }

    /**
     * Why the address must not be called, if so. A name that cannot be resolved now is not held against it:
     * it is looked at again whenever it is called.
     */
    async objectionTo(address: string): Promise<string | undefined> {
        try {
            await within(AbortSignal.timeout(TIMEOUT_MS), this.#target(address));
        } catch (error) {
            if (error instanceof OutboundRefused) return error.message;
        }
        return undefined;
    }

    async send(address: string, request: OutboundRequest): Promise<OutboundAnswer> {
        const { method, headers, body, signal, maxAnswer = MAX_ANSWER } = request;
        const timeout = AbortSignal.timeout(TIMEOUT_MS);
        const until = signal ? AbortSignal.any([signal, timeout]) : timeout;
        try {
            const { url, addresses } = await within(until, this.#target(address));
            return await exchange(url, {
                method,
                headers: { ...headers, ...(body !== undefined && { 'content-length': `${Buffer.byteLength(body)}` }) },
                body,
                lookup: always(addresses),
                signal: until,
                maxAnswer,
            });
        } catch (error) {
            if (timeout.aborted) throw new Error(`There was no answer within ${TIMEOUT_MS / 1000} seconds.`);
            throw error;
        }
    }

    /** Reads the address the way a browser does, which undoes odd spellings such as `http://0x7f.1`. */
    async #target(address: string): Promise<{ url: URL; addresses: string[] }> {
        const url = URL.parse(address);
        if (!url || !['http:', 'https:'].includes(url.protocol)) {
            throw new OutboundRefused('This is not a complete http or https URL.');
        }
        const host = url.hostname.replace(/^\[|\]$/g, '');
        const addresses = isIP(host) ? [host] : await this.#resolve(host);
        if (!this.#mayReach(host, addresses)) {
            throw new OutboundRefused(
                `${url.host} is not in the public internet. Ask the operator to allow it with UNLEASH_ALLOW_LIST_INTEGRATION.`,
            );
        }
        return { url, addresses };
    }

    #mayReach(host: string, addresses: readonly string[]): boolean {
        if (this.#allowPrivate) return true;
        const name = host.replace(/\.$/, '');
        const isNamed = this.#allowedHosts.some((allowed) =>
            allowed.startsWith('*.') ? name.endsWith(allowed.slice(1)) : name === allowed,
        );
        return isNamed || addresses.every((address) => isPublic(address) || this.#allowedAddresses.has(address));
    }
}

const resolveByDns: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

/** Asking a name server cannot be stopped, but nobody has to wait for it. */
async function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const { promise, reject } = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    return Promise.race([work, promise]);
}

/** Answers what was looked up and checked before, whatever the name points to by now. */
const always =
    (addresses: readonly string[]): LookupFunction =>
    (_host, options, callback) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        if (options.all) callback(null, found);
        else callback(null, found[0]!.address, found[0]!.family);
    };

interface Exchange extends Pick<OutboundRequest, 'method' | 'headers'> {
    body: string | undefined;
    lookup: LookupFunction;
    signal: AbortSignal;
    maxAnswer: number;
}

function exchange(url: URL, { body, maxAnswer, ...options }: Exchange): Promise<OutboundAnswer> {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp;
    return new Promise((resolve, reject) => {
        // A connection of its own: one that is kept open could lead to an address that was checked for another request.
        request(url, { ...options, agent: false })
            .on('error', reject)
            .on('response', (response) => readAnswer(response, maxAnswer).then(resolve, reject))
            .end(body);
    });
}

async function readAnswer(response: IncomingMessage, maxAnswer: number): Promise<OutboundAnswer> {
    const parts: Buffer[] = [];
    let size = 0;
    for await (const part of response as AsyncIterable<Buffer>) {
        parts.push(part);
        size += part.length;
        // Leaving the loop closes the connection.
        if (size >= maxAnswer) break;
    }
    const text = new TextDecoder().decode(Buffer.concat(parts).subarray(0, maxAnswer));
    return { status: response.statusCode ?? 0, contentType: response.headers['content-type'], text };
}
