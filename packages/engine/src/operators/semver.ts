import { text } from '../context.ts';
import { comparisonOperator, type Operator, type OrderRelation, relations, type ValueFormat } from './operator.ts';

export interface Version {
    readonly major: number;
    readonly minor: number;
    readonly patch: number;
    /** Empty for a release. */
    readonly prerelease: readonly string[];
}

// Exactly Semantic Versioning 2.0.0: three numbers without leading zeros, no leading `v`.
const NUMBER = '(0|[1-9]\\d{0,15})';
const IDENTIFIER = '(?:0|[1-9]\\d*|\\d*[A-Za-z-][0-9A-Za-z-]*)';
const VERSION = new RegExp(
    `^${NUMBER}\\.${NUMBER}\\.${NUMBER}(?:-(${IDENTIFIER}(?:\\.${IDENTIFIER})*))?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?$`,
);
const MAX_LENGTH = 256;
// Short enough for each number to be exact.
const MAX_PLAIN_LENGTH = 17;
const DOT = 46;
const ZERO = 48;
const RELEASE: readonly string[] = [];

export function parseVersion(value: string): Version | undefined {
    return parsePlain(value) ?? parseAny(value);
}

/** Most versions are three short numbers, which need no regular expression. */
function parsePlain(value: string): Version | undefined {
    if (value.length > MAX_PLAIN_LENGTH) return undefined;
    let major = 0;
    let minor = 0;
    let number = 0;
    let digits = 0;
    let dots = 0;
    for (let i = 0; i < value.length; i++) {
        const digit = value.charCodeAt(i) - ZERO;
        if (digit >= 0 && digit <= 9) {
            number = number * 10 + digit;
            digits++;
        } else {
            if (digit !== DOT - ZERO || !hasNoLeadingZeros(number, digits)) return undefined;
            major = minor;
            minor = number;
            number = 0;
            digits = 0;
            dots++;
        }
    }
    return dots === 2 && hasNoLeadingZeros(number, digits)
        ? { major, minor, patch: number, prerelease: RELEASE }
        : undefined;
}

/** Whether a number has this number of digits: with more there would be leading zeros. */
function hasNoLeadingZeros(number: number, digits: number): boolean {
    return digits === 1 || (digits > 1 && number >= 10 ** (digits - 1));
}

function parseAny(value: string): Version | undefined {
    const parts = value.length > MAX_LENGTH ? null : VERSION.exec(value);
    if (parts === null) return undefined;
    const [, major, minor, patch, prerelease] = parts;
    return {
        major: Number(major),
        minor: Number(minor),
        patch: Number(patch),
        prerelease: prerelease?.split('.') ?? RELEASE,
    };
}

/** Negative, zero or positive, by precedence; build metadata is ignored. */
function compareVersions(a: Version, b: Version): number {
    return (
        a.major - b.major || a.minor - b.minor || a.patch - b.patch || comparePrereleases(a.prerelease, b.prerelease)
    );
}

function comparePrereleases(a: readonly string[], b: readonly string[]): number {
    // A release comes after all of its prereleases.
    if (a.length === 0 || b.length === 0) return b.length - a.length;
    for (let i = 0; i < a.length && i < b.length; i++) {
        const order = compareIdentifiers(a[i]!, b[i]!);
        if (order !== 0) return order;
    }
    return a.length - b.length;
}

function compareIdentifiers(a: string, b: string): number {
    if (a === b) return 0;
    const numeric = isNumeric(a);
    // Numbers precede words; of two numbers without leading zeros the longer one is greater, so no number is too large.
    if (numeric !== isNumeric(b)) return numeric ? -1 : 1;
    if (numeric && a.length !== b.length) return a.length - b.length;
    return a < b ? -1 : 1;
}

function isNumeric(identifier: string): boolean {
    return /^\d+$/.test(identifier);
}

const version: ValueFormat<Version> = { name: 'semantic version', parse: parseVersion };

export function versions(relation: OrderRelation): Operator<string> {
    const { less, equal, greater } = relations[relation];
    return comparisonOperator(text, version, (expected) => (value) => {
        const actual = value === undefined ? undefined : parseVersion(value);
        if (actual === undefined) return false;
        const order = compareVersions(actual, expected);
        return order < 0 ? less : order > 0 ? greater : equal;
    });
}
