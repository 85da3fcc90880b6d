import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { AddressSet } from '../core/network/address-set.ts';
import { isPublic } from './public-addresses.ts';

/** Returns the addresses of a host name; rejects if it has none. */
export type Resolve = (host: string) => Promise<string[]>;

export interface OutboundPolicy {
    /** Whether every address may be called. */
    allowPrivate: boolean;
    /** Host names (`*.example.com` for all subdomains), addresses and ranges that may be called although they are not public. */
    allowed: readonly string[];
    resolve?: Resolve;
}

export interface OutboundRequest {
    method: 'GET' | 'POST';
    headers: Record<string, string>;
    body?: string | Uint8Array;
    signal?: AbortSignal;
    /** The maximum number of bytes of the response that are read, if the default is not sufficient. */
    maxResponseBytes?: number;
    /** The timeout from the DNS lookup until the end of the response, if the default is not sufficient. */
    timeoutMs?: number;
    /** The certificate authority of the server as PEM, instead of the well-known ones. */
    certificateAuthority?: string | undefined;
}

export interface OutboundResponse {
    status: number;
    contentType: string | undefined;
    /** The beginning of the response body. */
    text: string;
}

/** The target must not be called. The message contains the reason and may be shown to users. */
export class OutboundRefused extends Error {}

/** The timeout from the DNS lookup until the end of the response. */
const TIMEOUT_MS = 10_000;
/** The default maximum number of bytes of a response that are read. */
const MAX_RESPONSE = 16 * 1024;

/**
 * Sends all requests to addresses that users configure, and prevents access to the internal network of this service (SSRF). The
 * connection uses the checked addresses, so a name that resolves to another address a moment later (DNS rebinding) gains nothing.
 * Redirects are returned, not followed.
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
     * Returns the reason why the address must not be called, or undefined if it may be called. A name that cannot be resolved now is
     * accepted, because every call checks it again.
     */
    async objectionTo(address: string): Promise<string | undefined> {
        try {
            await within(AbortSignal.timeout(TIMEOUT_MS), this.#target(address));
        } catch (error) {
            if (error instanceof OutboundRefused) return error.message;
        }
        return undefined;
    }

    /** Returns the checked addresses of a host, for protocols other than HTTP: the caller must connect to one of them. */
    addressesOf(host: string, signal: AbortSignal): Promise<string[]> {
        return within(signal, this.#addressesOf(host, host));
    }

    async send(address: string, request: OutboundRequest): Promise<OutboundResponse> {
        const { method, headers, body, signal, maxResponseBytes = MAX_RESPONSE, timeoutMs = TIMEOUT_MS } = request;
        const timeout = AbortSignal.timeout(timeoutMs);
        const combined = signal ? AbortSignal.any([signal, timeout]) : timeout;
        try {
            const { url, addresses } = await within(combined, this.#target(address));
            return await exchange(url, {
                method,
                headers: { ...headers, ...(body !== undefined && { 'content-length': `${Buffer.byteLength(body)}` }) },
                body,
                lookup: fixedLookup(addresses),
                signal: combined,
                maxResponseBytes,
                ...(request.certificateAuthority && { ca: request.certificateAuthority }),
            });
        } catch (error) {
            if (timeout.aborted) throw new Error(`There was no response within ${timeoutMs / 1000} seconds.`);
            throw error;
        }
    }

    /** Parses the address in the same way as a browser, which normalizes unusual notations such as `http://0x7f.1`. */
    async #target(address: string): Promise<{ url: URL; addresses: string[] }> {
        const url = URL.parse(address);
        if (!url || !['http:', 'https:'].includes(url.protocol)) {
            throw new OutboundRefused('This is not a complete http or https URL.');
        }
        return { url, addresses: await this.#addressesOf(url.hostname.replace(/^\[|\]$/g, ''), url.host) };
    }

    async #addressesOf(host: string, shown: string): Promise<string[]> {
        const addresses = isIP(host) ? [host] : await this.#resolve(host);
        if (!this.#mayReach(host, addresses)) {
            throw new OutboundRefused(
                `${shown} is not in the public internet. Ask the operator to allow it with UNLEASH_ALLOW_LIST_INTEGRATION.`,
            );
        }
        return addresses;
    }

    #mayReach(host: string, addresses: readonly string[]): boolean {
        if (this.#allowPrivate) return true;
        const name = host.replace(/\.$/, '');
        const isAllowedHost = this.#allowedHosts.some((allowed) =>
            allowed.startsWith('*.') ? name.endsWith(allowed.slice(1)) : name === allowed,
        );
        return isAllowedHost || addresses.every((address) => isPublic(address) || this.#allowedAddresses.has(address));
    }
}

const resolveByDns: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

/** Rejects when the signal is aborted. A DNS lookup cannot be cancelled, but the caller need not wait for it. */
async function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const { promise, reject } = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    return Promise.race([work, promise]);
}

/** Returns a lookup function with the addresses that were resolved and checked before, whatever the name resolves to now. */
const fixedLookup =
    (addresses: readonly string[]): LookupFunction =>
    (_host, options, callback) => {
        const entries = addresses.map((address) => ({ address, family: isIP(address) }));
        if (options.all) callback(null, entries);
        else callback(null, entries[0]!.address, entries[0]!.family);
    };

interface Exchange extends Pick<OutboundRequest, 'method' | 'headers'> {
    body: string | Uint8Array | undefined;
    lookup: LookupFunction;
    signal: AbortSignal;
    maxResponseBytes: number;
    ca?: string;
}

function exchange(url: URL, { body, maxResponseBytes, ...options }: Exchange): Promise<OutboundResponse> {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp;
    return new Promise((resolve, reject) => {
        // Every request uses a new connection: an open connection could lead to an address that was checked for another request.
        request(url, { ...options, agent: false })
            .on('error', reject)
            .on('response', (response) => readResponse(response, maxResponseBytes).then(resolve, reject))
            .end(body);
    });
}

async function readResponse(response: IncomingMessage, maxResponseBytes: number): Promise<OutboundResponse> {
    const parts: Buffer[] = [];
    let size = 0;
    for await (const part of response as AsyncIterable<Buffer>) {
        parts.push(part);
        size += part.length;
        // Leaving the loop closes the connection.
        if (size >= maxResponseBytes) break;
    }
    const text = new TextDecoder().decode(Buffer.concat(parts).subarray(0, maxResponseBytes));
    return { status: response.statusCode ?? 0, contentType: response.headers['content-type'], text };
}
