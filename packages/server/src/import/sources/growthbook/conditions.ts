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
    nobody,
    not,
    oneOf,
    present,
    test,
    unsupportedTest,
    withTestOptions,
} from '../../model/condition.ts';
import type { DocumentReader } from '../../reading.ts';

/** Saved groups that conditions refer to. The condition of a group is read once for each attribute. */
export class Groups {
    readonly #groups: ReadonlyMap<string, DocumentReader>;
    readonly #conditions = new Map<string, ImportCondition>();

    constructor(groups: DocumentReader) {
        this.#groups = new Map(groups.entries());
    }

    condition(attribute: string, reference: DocumentReader): ImportCondition {
        const name = reference.textOr('');
        const key = JSON.stringify([attribute, name]);
        const group = this.#groups.get(name);
        const condition = this.#conditions.get(key) ?? elementIn(attribute, group === undefined ? [] : valuesIn(group));
        this.#conditions.set(key, condition);
        return condition;
    }
}

/** GrowthBook identifies users by `id`, which is the userId here. */
export const attributeOf = (name: string) => (name === 'id' ? 'userId' : name);

/** Reads a condition in MongoDB syntax. */
export function conditionOf(condition: DocumentReader, groups: Groups): ImportCondition {
    return all(
        ...condition.entries().map(([name, reader]) => {
            switch (name) {
                case '$or':
                    return anyOf(reader, groups);
                case '$nor':
                    return not(anyOf(reader, groups));
                case '$and':
                    return all(...reader.list().map((each) => conditionOf(each, groups)));
                case '$not':
                    return not(conditionOf(reader, groups));
                default:
                    return fieldOf(attributeOf(name), reader, groups);
            }
        }),
    );
}

function anyOf(list: DocumentReader, groups: Groups): ImportCondition {
    const conditions = list.list().map((each) => conditionOf(each, groups));
    // An empty list always matches.
    return conditions.length === 0 ? everyone : any(...conditions);
}

function fieldOf(attribute: string, reader: DocumentReader, groups: Groups): ImportCondition {
    const isOperators =
        reader.isRecord && reader.entries().length > 0 && reader.entries().every(([name]) => name.startsWith('$'));
    if (!isOperators) return bare(attribute, reader);
    return all(...reader.entries().map(([operator, operand]) => operatorOf(attribute, operator, operand, groups)));
}

const whenPresent = (attribute: string) => ({ caveat: `the context has ${attribute}` });

/** A bare value is compared loosely. */
function bare(attribute: string, { value, isMissing }: DocumentReader): ImportCondition {
    if (isMissing) return not(present(attribute));
    if (typeof value === 'string') return oneOf(attribute, [value], value === 'null' ? whenPresent(attribute) : {});
    // A missing value is zero in arithmetic comparisons.
    if (typeof value === 'number') return isNumber(attribute, '=', value, value === 0 ? whenPresent(attribute) : {});
    if (typeof value === 'boolean') return oneOf(attribute, [String(value)], { of: 'boolean' });
    return unsupportedTest(`${attribute} is compared with a list or an object`);
}

const ORDERS: Readonly<Record<string, ComparisonOperator>> = { $lt: '<', $lte: '<=', $gt: '>', $gte: '>=' };
const VERSIONS: Readonly<Record<string, ComparisonOperator>> = {
    $veq: '=',
    $vlt: '<',
    $vlte: '<=',
    $vgt: '>',
    $vgte: '>=',
};

function operatorOf(attribute: string, operator: string, expected: DocumentReader, groups: Groups): ImportCondition {
    switch (operator) {
        case '$eq':
            return strict(attribute, [expected.value]);
        case '$ne':
            return not(strict(attribute, [expected.value]));
        case '$in':
            return elementIn(attribute, valuesIn(expected));
        case '$nin':
            return expected.isList ? not(elementIn(attribute, valuesIn(expected))) : nobody;
        case '$ini':
            return anyCase(attribute, valuesIn(expected));
        case '$nini':
            return not(anyCase(attribute, valuesIn(expected)));
        case '$inGroup':
            return groups.condition(attribute, expected);
        case '$notInGroup':
            return not(groups.condition(attribute, expected));
        case '$exists':
            return expected.value === true || (Boolean(expected.value) && expected.value !== false)
                ? present(attribute)
                : not(present(attribute));
        case '$not':
            return not(fieldOf(attribute, expected, groups));
        case '$lt':
        case '$lte':
        case '$gt':
        case '$gte':
            return ordered(attribute, ORDERS[operator]!, expected.value);
        case '$regex':
            return pattern(attribute, expected.textOr(''));
        case '$regexi':
            return pattern(attribute, `(?i)${expected.textOr('')}`);
        case '$veq':
        case '$vlt':
        case '$vlte':
        case '$vgt':
        case '$vgte':
            return version(attribute, VERSIONS[operator]!, expected.value);
        case '$vne':
            return not(version(attribute, '=', expected.value));
        default:
            return unsupportedTest(
                LIST_OPERATORS.has(operator)
                    ? `${operator} looks into lists, and contexts are flat`
                    : `the operator ${operator.slice(0, 40)} is not known`,
            );
    }
}

const LIST_OPERATORS = new Set(['$size', '$elemMatch', '$all', '$alli', '$type']);

const valuesIn = (reference: DocumentReader): readonly unknown[] => reference.list().map(({ value }) => value);

/** One of the values. An attribute other than the id may be a list, which matches if any element does. */
const elementIn = (attribute: string, values: readonly unknown[]): ImportCondition =>
    withTestOptions(maybeList(attribute), strict(attribute, values));

const maybeList = (attribute: string) => (attribute === 'userId' ? {} : { anyElement: true as const });

/** Equal value and type. */
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
        tests.push(unsupportedTest('lists and objects are not in contexts'));
    return any(...tests);
}

function anyCase(attribute: string, values: readonly unknown[]): ImportCondition {
    const texts = values.filter((value) => typeof value === 'string');
    const patterns = texts.map((value) => `(?i)^${value.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`);
    return any(...patterns.map((each) => test(attribute, { op: 'matches', pattern: each }, maybeList(attribute))));
}

/** A missing value is zero in a comparison, which may then be true. */
function ordered(attribute: string, relation: ComparisonOperator, value: unknown): ImportCondition {
    if (typeof value !== 'number') return unsupportedTest('texts are compared by their order');
    const matchesZero = { '<': 0 < value, '<=': 0 <= value, '=': value === 0, '>=': 0 >= value, '>': 0 > value }[
        relation
    ];
    return isNumber(attribute, relation, value, matchesZero ? whenPresent(attribute) : {});
}

/** A missing value is the text "null" for a pattern. */
function pattern(attribute: string, value: string): ImportCondition {
    return test(attribute, { op: 'matches', pattern: value }, matchesNull(value) ? whenPresent(attribute) : {});
}

function matchesNull(value: string): boolean {
    const problem = constraintProblem({ contextName: 'any', operator: 'REGEX', value });
    // A pattern that is invalid in constraints is lost during compilation.
    return problem !== undefined || RE2JS.compile(value).test('null');
}

function version(attribute: string, relation: ComparisonOperator, value: unknown): ImportCondition {
    const plain = typeof value === 'string' ? value.replace(/^v/, '').replace(/\+.*$/, '') : '';
    if (semver.valid(plain) !== plain)
        return unsupportedTest(`${String(value).slice(0, 40)} is not a version of three parts`);
    return test(
        attribute,
        { op: 'version', relation, value: plain },
        { caveat: `${attribute} is a version of three parts` },
    );
}
