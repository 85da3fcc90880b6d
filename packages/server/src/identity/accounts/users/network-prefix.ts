import { isIPv6 } from 'node:net';

/** Returns the part of an address that one household or office shares: for IPv6 the /64 prefix. */
export function networkPrefix(address: string): string {
    const bare = address.split('%')[0]!.replace(/^::ffff:(?=\d+\.)/i, '');
    if (!isIPv6(bare)) return bare;
    const [left = '', right] = bare.toLowerCase().split('::');
    const groups = left.split(':').filter(Boolean);
    const rest = right?.split(':').filter(Boolean) ?? [];
    const missing = right === undefined ? 0 : 8 - groups.length - rest.length;
    const all = [...groups, ...Array<string>(Math.max(missing, 0)).fill('0'), ...rest];
    return `${all
        .slice(0, 4)
        .map((group) => Number.parseInt(group, 16).toString(16))
        .join(':')}::/64`;
}
