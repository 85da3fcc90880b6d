import { isIP } from 'node:net';
import { AddressSet } from '../core/network/address-set.ts';

/** IPv4 ranges of internal networks, of this machine, and ranges that are not routed (IANA's registry of special addresses). */
const SPECIAL_IPV4 = [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/4',
    '240.0.0.0/4',
];

/** The only IPv6 range that is routed in the internet; loopback, link-local, mapped IPv4 and others are outside of it. */
const GLOBAL_IPV6 = ['2000::/3'];

/** Exceptions within that range: documentation, and addresses that contain an IPv4 address (Teredo, 6to4). */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const specialIpv4 = new AddressSet(SPECIAL_IPV4);
const globalIpv6 = new AddressSet(GLOBAL_IPV6);
const specialIpv6 = new AddressSet(SPECIAL_IPV6);

/** Whether the address is in the public internet. */
export function isPublic(address: string): boolean {
    if (isIP(address) === 4) return !specialIpv4.has(address);
    return globalIpv6.has(address) && !specialIpv6.has(address);
}
