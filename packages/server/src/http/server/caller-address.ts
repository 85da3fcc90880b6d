import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { AddressSet } from '../../core/network/address-set.ts';
import { NAMED_NETWORKS, type TrustedProxies } from '../../core/settings/trusted-proxies.ts';

const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;
const PORT = /^(?:\[([^\]]*)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/;

/** Returns a normalized IP address; undefined for other text, because proxies forward arbitrary text. */
function addressIn(text: string): string | undefined {
    const [, inBrackets, beforePort] = PORT.exec(text) ?? [];
    // The zone of a link-local address does not identify the client, and may be any text.
    const address = (inBrackets ?? beforePort ?? text).replace(/%.*$/, '').replace(MAPPED, '');
    return isIP(address) === 0 ? undefined : address;
}

/** Determines the client address: the nearest address that is not a trusted proxy. */
export class CallerAddresses {
    readonly #hops: number | undefined;
    readonly #trusted: AddressSet;
    readonly #onUntrustedClient: (address: string) => void;
    #hasReportedUntrustedClient = false;

    /** `onUntrustedClient` is called for the first untrusted client that sends forwarding headers. */
    constructor(proxies: TrustedProxies, onUntrustedClient: (address: string) => void) {
        this.#onUntrustedClient = onUntrustedClient;
        this.#hops = typeof proxies === 'number' ? proxies : undefined;
        const ranges = typeof proxies === 'number' ? [] : proxies;
        this.#trusted = new AddressSet(ranges.flatMap((range) => NAMED_NETWORKS[range] ?? [range]));
    }

    of({ socket, headers }: IncomingMessage): string {
        const near = addressIn(socket.remoteAddress ?? '') ?? '';
        const forwarded = headers['x-forwarded-for'];
        return forwarded === undefined || near === '' ? near : this.#behind(near, String(forwarded).split(','));
    }

    #behind(near: string, forwarded: string[]): string {
        if (!this.#isProxy(near, 0)) this.#reportUntrustedClient(near);
        let address = near;
        for (let hop = 0; forwarded.length > 0 && this.#isProxy(address, hop); hop++) {
            const next = addressIn(forwarded.pop()!.trim());
            // The author of this entry is not a trusted proxy; the last trusted hop is the client.
            if (next === undefined) return address;
            address = next;
        }
        return address;
    }

    #isProxy(address: string, hop: number): boolean {
        return this.#hops === undefined ? this.#trusted.has(address) : hop < this.#hops;
    }

    #reportUntrustedClient(address: string): void {
        if (this.#hasReportedUntrustedClient) return;
        this.#hasReportedUntrustedClient = true;
        this.#onUntrustedClient(address);
    }
}
