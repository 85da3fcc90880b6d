import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

// Proxies stand in private networks; whoever else claims to be one is not believed.
const PRIVATE_NETWORKS: [string, number, 'ipv4' | 'ipv6'][] = [
    ['127.0.0.0', 8, 'ipv4'],
    ['10.0.0.0', 8, 'ipv4'],
    ['172.16.0.0', 12, 'ipv4'],
    ['192.168.0.0', 16, 'ipv4'],
    ['169.254.0.0', 16, 'ipv4'],
    ['::1', 128, 'ipv6'],
    ['fc00::', 7, 'ipv6'],
    ['fe80::', 10, 'ipv6'],
];

const trusted = new BlockList();
for (const [network, prefix, family] of PRIVATE_NETWORKS) trusted.addSubnet(network, prefix, family);

export function isTrustedProxy(address: string): boolean {
    const family = isIP(address);
    return family !== 0 && trusted.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/** The address of the caller: the nearest one that is not a proxy of ours, as far as these tell it. */
export function callerAddress({ socket, headers }: IncomingMessage): string {
    let address = socket.remoteAddress ?? '';
    const forwarded = headers['x-forwarded-for'];
    if (forwarded === undefined) return address;
    const said = String(forwarded).split(',');
    while (said.length > 0 && isTrustedProxy(address)) address = said.pop()!.trim();
    return address;
}
