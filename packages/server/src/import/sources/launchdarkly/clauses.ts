import semver from 'semver';
import {
    type AttributeTest,
    all,
    any,
    type ImportCondition,
    isNumber,
    nobody,
    not,
    oneOf,
    presentAndNot,
    test,
    unsupportedTest,
    withTestOptions,
} from '../../model/condition.ts';
import type { DocumentReader } from '../../reading.ts';

/** Returns the name of the context field: attributes of users keep their names, those of other kinds become `kind.attribute`. */
export function attributeOf(name: string, kind: DocumentReader): string | undefined {
    const contextKind = kind.textOr('user');
    const plain = kind.isMissing ? name : plainName(name);
    if (plain === undefined || plain === '') return undefined;
    if (contextKind === 'user') return plain === 'key' ? 'userId' : plain;
    return `${contextKind}.${plain}`;
}

/** With a context kind, attributes are reference paths; only paths with one step fit into flat contexts. */
function plainName(reference: string): string | undefined {
    if (!reference.startsWith('/')) return reference;
    const path = reference.slice(1);
    if (path === '' || path.includes('/') || /~(?![01])/.test(path)) return undefined;
    return path.replaceAll('~1', '/').replaceAll('~0', '~');
}

export type SegmentCondition = (key: string) => ImportCondition;

/** All clauses must match. */
export const clausesOf = (clauses: DocumentReader, segment: SegmentCondition): ImportCondition =>
    all(...clauses.list().map((clause) => clauseOf(clause, segment)));

function clauseOf(clause: DocumentReader, segment: SegmentCondition): ImportCondition {
    const op = clause.at('op').text();
    const isNegated = clause.at('negate').booleanOr(false);
    const values = clause.at('values').list();
    if (op === 'segmentMatch') {
        const condition = any(...values.map((value) => segment(value.text())));
        return isNegated ? not(condition) : condition;
    }
    const name = clause.at('attribute').text();
    if (name === 'kind') return unsupportedTest('the kinds of a context are unknown here');
    const attribute = attributeOf(name, clause.at('contextKind'));
    if (attribute === undefined) return unsupportedTest(`contexts are flat here: ${name} is not in them`);
    const matched = testOf(
        op,
        attribute,
        values.map(({ value }) => value),
    );
    const condition = withTestOptions(optionsOf(name, attribute), matched);
    // A missing attribute also fails the negated clause.
    return isNegated ? presentAndNot(attribute, condition) : condition;
}

/** Built-in attributes are single values. All others may be lists, which match if any element does. */
function optionsOf(name: string, attribute: string): Pick<AttributeTest, 'caveat' | 'anyElement'> {
    // A context without `anonymous` is not anonymous.
    if (name === 'anonymous') return { caveat: `contexts say whether they are ${attribute}` };
    return name === 'key' || name === 'name' ? {} : { anyElement: true };
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isFigure = (value: unknown): value is number => typeof value === 'number';
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

const NUMBERS = { lessThan: '<', lessThanOrEqual: '<=', greaterThan: '>', greaterThanOrEqual: '>=' } as const;
const TEXTS = { startsWith: 'starts-with', endsWith: 'ends-with', contains: 'contains' } as const;
const VERSIONS = { semVerEqual: '=', semVerLessThan: '<', semVerGreaterThan: '>' } as const;

function testOf(op: string, attribute: string, values: readonly unknown[]): ImportCondition {
    switch (op) {
        case 'in':
            return equality(attribute, values);
        case 'startsWith':
        case 'endsWith':
        case 'contains':
            return values.some(isText) ? test(attribute, { op: TEXTS[op], values: values.filter(isText) }) : nobody;
        case 'matches':
            return any(...values.filter(isText).map((pattern) => test(attribute, { op: 'matches', pattern })));
        case 'lessThan':
        case 'lessThanOrEqual':
        case 'greaterThan':
        case 'greaterThanOrEqual':
            return any(...values.filter(isFigure).map((value) => isNumber(attribute, NUMBERS[op], value)));
        case 'before':
        case 'after': {
            const caveat = `${attribute} is sent as milliseconds since 1970`;
            const times = values.map(timeOf).filter((time) => time !== undefined);
            return any(...times.map((time) => isNumber(attribute, op === 'before' ? '<' : '>', time, { caveat })));
        }
        case 'semVerEqual':
        case 'semVerLessThan':
        case 'semVerGreaterThan': {
            const caveat = `${attribute} is a version of three parts`;
            const versions = values.map(versionOf).filter((version) => version !== undefined);
            return any(
                ...versions.map((value) =>
                    test(attribute, { op: 'version', relation: VERSIONS[op], value }, { caveat }),
                ),
            );
        }
        default:
            return unsupportedTest(`the operator ${op} is not known`);
    }
}

/** Strict equality: a number does not equal its text. */
function equality(attribute: string, values: readonly unknown[]): ImportCondition {
    const texts = values.filter(isText);
    const booleans = values.filter(isBoolean);
    const numbers = values.filter(isFigure);
    const tests: ImportCondition[] = numbers.map((value) => isNumber(attribute, '=', value));
    if (texts.length > 0) tests.push(oneOf(attribute, texts));
    if (booleans.length > 0) tests.push(oneOf(attribute, booleans.map(String), { of: 'boolean' }));
    return any(...tests);
}

function timeOf(value: unknown): number | undefined {
    if (isFigure(value)) return value;
    if (!isText(value) || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i.test(value)) return undefined;
    const time = Date.parse(value);
    return Number.isNaN(time) ? undefined : time;
}

/** Missing parts count as zero. */
function versionOf(value: unknown): string | undefined {
    if (!isText(value)) return undefined;
    const parts = /^(\d+)(\.\d+)?(\.\d+)?([-+].*)?$/.exec(value);
    if (parts === null) return undefined;
    const [, major, minor = '.0', patch = '.0', rest = ''] = parts;
    return semver.valid(`${major}${minor}${patch}${rest}`) === null ? undefined : `${major}${minor}${patch}${rest}`;
}
