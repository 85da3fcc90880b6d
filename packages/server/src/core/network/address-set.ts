import { BlockList, isIP } from 'node:net';

/** A set of IP addresses and ranges such as `10.1.0.0/16`. */
export class AddressSet {
    readonly #ranges = new BlockList();

    constructor(ranges: readonly string[]) {
        for (const range of ranges) {
            const [address = '', prefix] = range.split('/');
            const family = familyOf(address);
            this.#ranges.addSubnet(address, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family);
        }
    }

    has(address: string): boolean {
        return this.#ranges.check(address, familyOf(address));
    }
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
