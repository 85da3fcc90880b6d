import { constraintProblem } from '@halyard/engine';
import { RE2JS } from 're2js';
import semver from 'semver';
import {
    all,
    any,
    type ComparisonOperator,
    everyone,
    type ImportCondition,
    isNumber,
    lost,
    nobody,
    not,
    oneOf,
    present,
    test,
} from '../../model/condition.ts';
import type { DocumentReader } from '../../reading.ts';

/** Lists that conditions name. */
export type Groups = ReadonlyMap<string, readonly unknown[]>;

/** GrowthBook places and finds people by `id`, which is the userId here. */
export const attributeOf = (name: string) => (name === 'id' ? 'userId' : name);

/** A condition in the manner of MongoDB. */
export function conditionOf(condition: DocumentReader, groups: Groups): ImportCondition {
    return all(
        ...condition.entries().map(([name, given]) => {
            switch (name) {
                case '$or':
                    return anyOf(given, groups);
                case '$nor':
                    return not(anyOf(given, groups));
                case '$and':
                    return all(...given.list().map((each) => conditionOf(each, groups)));
                case '$not':
                    return not(conditionOf(given, groups));
                default:
                    return fieldOf(attributeOf(name), given, groups);
            }
        }),
    );
}

function anyOf(list: DocumentReader, groups: Groups): ImportCondition {
    const conditions = list.list().map((each) => conditionOf(each, groups));
    // None at all is no obstacle.
    return conditions.length === 0 ? everyone : any(...conditions);
}

function fieldOf(attribute: string, given: DocumentReader, groups: Groups): ImportCondition {
    const isOperators =
        given.isRecord && given.entries().length > 0 && given.entries().every(([name]) => name.startsWith('$'));
    if (!isOperators) return bare(attribute, given);
    return all(...given.entries().map(([operator, wanted]) => operatorOf(attribute, operator, wanted, groups)));
}

const whenPresent = (attribute: string) => ({ caveat: `the context has ${attribute}` });

/** A value that stands alone is compared loosely. */
function bare(attribute: string, { value, isMissing }: DocumentReader): ImportCondition {
    if (isMissing) return not(present(attribute));
    if (typeof value === 'string') return oneOf(attribute, [value], value === 'null' ? whenPresent(attribute) : {});
    // A missing value is zero in arithmetic.
    if (typeof value === 'number') return isNumber(attribute, '=', value, value === 0 ? whenPresent(attribute) : {});
    if (typeof value === 'boolean') return oneOf(attribute, [String(value)], { of: 'boolean' });
    return lost(`${attribute} is compared with a list or an object`);
}

const ORDERS: Readonly<Record<string, ComparisonOperator>> = { $lt: '<', $lte: '<=', $gt: '>', $gte: '>=' };
const VERSIONS: Readonly<Record<string, ComparisonOperator>> = {
    $veq: '=',
    $vlt: '<',
    $vlte: '<=',
    $vgt: '>',
    $vgte: '>=',
};

function operatorOf(attribute: string, operator: string, wanted: DocumentReader, groups: Groups): ImportCondition {
    switch (operator) {
        case '$eq':
            return strict(attribute, [wanted.value]);
        case '$ne':
            return not(strict(attribute, [wanted.value]));
        case '$in':
            return strict(attribute, valuesIn(wanted));
        case '$nin':
            return wanted.isList ? not(strict(attribute, valuesIn(wanted))) : nobody;
        case '$ini':
            return anyCase(attribute, valuesIn(wanted));
        case '$nini':
            return not(anyCase(attribute, valuesIn(wanted)));
        case '$inGroup':
            return strict(attribute, groupIn(wanted, groups));
        case '$notInGroup':
            return not(strict(attribute, groupIn(wanted, groups)));
        case '$exists':
            return wanted.value === true || (Boolean(wanted.value) && wanted.value !== false)
                ? present(attribute)
                : not(present(attribute));
        case '$not':
            return not(fieldOf(attribute, wanted, groups));
        case '$lt':
        case '$lte':
        case '$gt':
        case '$gte':
            return ordered(attribute, ORDERS[operator]!, wanted.value);
        case '$regex':
            return pattern(attribute, wanted.textOr(''));
        case '$regexi':
            return pattern(attribute, `(?i)${wanted.textOr('')}`);
        case '$veq':
        case '$vlt':
        case '$vlte':
        case '$vgt':
        case '$vgte':
            return version(attribute, VERSIONS[operator]!, wanted.value);
        case '$vne':
            return not(version(attribute, '=', wanted.value));
        default:
            return operator.startsWith('$') && KNOWN.has(operator)
                ? lost(`${operator} looks into lists, and contexts are flat`)
                : nobody;
    }
}

const KNOWN = new Set(['$size', '$elemMatch', '$all', '$alli', '$type']);

/** The values are copied into each condition that names the group. */
function groupIn(wanted: DocumentReader, groups: Groups): readonly unknown[] {
    const values = groups.get(wanted.textOr('')) ?? [];
    wanted.spend(values.length);
    return values;
}

const valuesIn = (wanted: DocumentReader): readonly unknown[] => wanted.list().map(({ value }) => value);

/** The same value of the same type. */
function strict(attribute: string, values: readonly unknown[]): ImportCondition {
    const texts = values.filter((value) => typeof value === 'string');
    const tests: ImportCondition[] = values
        .filter((value) => typeof value === 'number')
        .map((value) => isNumber(attribute, '=', value));
    if (texts.length > 0) tests.push(oneOf(attribute, texts));
    const booleans = values.filter((value) => typeof value === 'boolean').map(String);
    if (booleans.length > 0) tests.push(oneOf(attribute, booleans, { of: 'boolean' }));
    if (values.some((value) => value === null || value === undefined)) tests.push(not(present(attribute)));
    if (values.some((value) => typeof value === 'object' && value !== null))
        tests.push(lost('lists and objects are not in contexts'));
    return any(...tests);
}

function anyCase(attribute: string, values: readonly unknown[]): ImportCondition {
    const texts = values.filter((value) => typeof value === 'string');
    const patterns = texts.map((value) => `(?i)^${value.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`);
    return any(...patterns.map((each) => test(attribute, { op: 'matches', pattern: each })));
}

/** A missing value is zero in a comparison, which may then hold. */
function ordered(attribute: string, relation: ComparisonOperator, value: unknown): ImportCondition {
    if (typeof value !== 'number') return lost('texts are compared by their order');
    const holdsForZero = { '<': 0 < value, '<=': 0 <= value, '=': value === 0, '>=': 0 >= value, '>': 0 > value }[
        relation
    ];
    return isNumber(attribute, relation, value, holdsForZero ? whenPresent(attribute) : {});
}

/** A missing value is the text "null" for a pattern. */
function pattern(attribute: string, value: string): ImportCondition {
    return test(attribute, { op: 'matches', pattern: value }, matchesNull(value) ? whenPresent(attribute) : {});
}

function matchesNull(value: string): boolean {
    const problem = constraintProblem({ contextName: 'any', operator: 'REGEX', value });
    // A pattern that no constraint can have is lost when it is compiled.
    return problem !== undefined || RE2JS.compile(value).test('null');
}

function version(attribute: string, relation: ComparisonOperator, value: unknown): ImportCondition {
    const plain = typeof value === 'string' ? value.replace(/^v/, '').replace(/\+.*$/, '') : '';
    if (semver.valid(plain) !== plain) return lost(`${String(value).slice(0, 40)} is not a version of three parts`);
    return test(
        attribute,
        { op: 'version', relation, value: plain },
        { caveat: `${attribute} is a version of three parts` },
    );
}
