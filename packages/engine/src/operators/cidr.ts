import ipaddr from 'ipaddr.js';
import type { ContextAccessor } from '../context.ts';
import { withField } from '../field.ts';
import { type Operator, quoteValue, trimValues, type ValueFormat } from './operator.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

/** IPv4 in four decimal parts, or IPv6; an IPv4 address inside IPv6 is that IPv4 address, as dual-stack sockets report it. */
export function parseAddress(value: string): Address | undefined {
    if (ipaddr.IPv4.isValidFourPartDecimal(value)) return ipaddr.IPv4.parse(value);
    return ipaddr.IPv6.isValid(value) ? ipaddr.process(value) : undefined;
}

/** An address range such as `10.0.0.0/8`; a single address is a range of one. */
function parseRange(value: string): Range | undefined {
    const slash = value.indexOf('/');
    const address = parseAddress(slash === -1 ? value : value.slice(0, slash));
    if (address === undefined) return undefined;
    const bits = address.kind() === 'ipv4' ? 32 : 128;
    if (slash === -1) return [address, bits];
    const length = value.slice(slash + 1);
    if (!/^\d{1,3}$/.test(length)) return undefined;
    // The prefix length of an IPv4 range inside IPv6 includes the 96 bits before it.
    const prefix = Number(length) - (bits === 32 && value.includes(':') ? 96 : 0);
    return prefix >= 0 && prefix <= bits ? [address, prefix] : undefined;
}

/** Tests whether an address is in any of the ranges; unreadable ranges are reported and otherwise ignored. */
export function addressTest(values: readonly string[]): {
    matches(address: Address): boolean;
    problem: string | undefined;
} {
    const ranges: Range[] = [];
    const unreadable: string[] = [];
    for (const value of values) {
        const range = parseRange(value);
        if (range === undefined) unreadable.push(value);
        else ranges.push(range);
    }
    return {
        matches: (address) => ranges.some(([start, prefix]) => contains(start, prefix, address)),
        problem: unreadable[0] === undefined ? undefined : `${quoteValue(unreadable[0])} is not an IP address or range`,
    };
}

function contains(start: Address, prefix: number, address: Address): boolean {
    return start.kind() === address.kind() && address.match(start, prefix);
}

const format: ValueFormat<Address> = { name: 'IP address', parse: parseAddress };

/** Parsing takes longer than comparing, so `evaluateAll` parses once for all constraints of a field. */
const address: ContextAccessor<Address> = {
    name: format.name,
    of: (field) => withField(field, parseIfAny),
    into: (use, field) => withField(field, (value) => use(parseIfAny(value))),
};

function parseIfAny(value: string | undefined): Address | undefined {
    return value === undefined ? undefined : parseAddress(value);
}

export const inRange: Operator<Address> = {
    takes: 'values',
    compile({ values }) {
        const { matches, problem } = addressTest(trimValues(values));
        return { reads: address, format, matches: (actual) => actual !== undefined && matches(actual), problem };
    },
};
