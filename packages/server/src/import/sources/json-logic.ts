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
    test,
    unsupportedTest,
} from '../model/condition.ts';
import type { DocumentReader } from '../reading.ts';

/** Returns the operator of an expression with its operands; undefined if the value is not an expression. */
export function operationOf(logic: DocumentReader): { name: string; operands: DocumentReader[] } | undefined {
    if (!logic.isRecord) return undefined;
    const [only, another] = logic.entries();
    if (only === undefined || another !== undefined) return undefined;
    const [name, operands] = only;
    return { name, operands: operands.isList ? operands.list() : [operands] };
}

/** Returns the attribute if the expression only reads a variable. */
export function variableIn(logic: DocumentReader | undefined): string | undefined {
    const operation = logic && operationOf(logic);
    if (operation?.name !== 'var' || operation.operands.length !== 1) return undefined;
    const name = operation.operands[0]!.value;
    if (typeof name !== 'string' || name === '' || name.startsWith('$flagd')) return undefined;
    return name === 'targetingKey' ? 'userId' : name;
}

const SAME = new Set(['==', '===']);
const DIFFERENT = new Set(['!=', '!==']);
const ORDERS: Readonly<Record<string, ComparisonOperator>> = { '<': '<', '<=': '<=', '>': '>', '>=': '>=' };
const TURNED: Readonly<Record<ComparisonOperator, ComparisonOperator>> = {
    '<': '>',
    '<=': '>=',
    '=': '=',
    '>=': '<=',
    '>': '<',
};

/** Reads an expression whose result is used as a boolean. */
export function conditionOf(logic: DocumentReader): ImportCondition {
    if (typeof logic.value === 'boolean') return logic.value ? everyone : nobody;
    const operation = operationOf(logic);
    if (operation === undefined) return unsupportedTest('a value is used instead of a condition');
    const { name, operands } = operation;
    if (name === 'and') return all(...operands.map(conditionOf));
    if (name === 'or') return any(...operands.map(conditionOf));
    if (name === '!') return not(conditionOf(operands[0] ?? logic.replacedBy(undefined)));
    if (name === '!!') return conditionOf(operands[0] ?? logic.replacedBy(undefined));
    if (SAME.has(name)) return equality(operands);
    if (DIFFERENT.has(name)) return not(equality(operands));
    if (Object.hasOwn(ORDERS, name)) return ordered(ORDERS[name]!, operands);
    if (name === 'in') return membership(operands);
    if (name === 'starts_with' || name === 'ends_with') {
        const attribute = variableIn(operands[0]);
        const value = operands[1]?.value;
        if (attribute === undefined || typeof value !== 'string')
            return unsupportedTest(`${name} of something that is computed`);
        return test(attribute, { op: name === 'starts_with' ? 'starts-with' : 'ends-with', values: [value] });
    }
    if (name === 'sem_ver') return version(operands);
    return unsupportedTest(`${name.slice(0, 40)} has no constraint`);
}

function equality([left, right]: readonly DocumentReader[]): ImportCondition {
    const attribute = variableIn(left) ?? variableIn(right);
    const value = (variableIn(left) === undefined ? left : right)?.value;
    if (attribute === undefined) return unsupportedTest('the compared value is computed');
    if (typeof value === 'string')
        return value === '' ? unsupportedTest('an empty text counts as missing here') : oneOf(attribute, [value]);
    // In a loose comparison, a missing value equals a falsy one.
    const loosely = value ? {} : { caveat: `the context has ${attribute}` };
    if (typeof value === 'number') return isNumber(attribute, '=', value, loosely);
    if (typeof value === 'boolean') return oneOf(attribute, [String(value)], { of: 'boolean', ...loosely });
    return unsupportedTest('the compared value is computed');
}

/** In a list: equal to one element. In a text: a substring. The attribute that contains the value may be either. */
function membership([needle, haystack]: readonly DocumentReader[]): ImportCondition {
    const attribute = variableIn(needle);
    if (attribute !== undefined && haystack?.isList === true) {
        const values = haystack.list().map(({ value }) => value);
        if (values.some((value) => typeof value !== 'string'))
            return unsupportedTest('a list with elements that are not text');
        return oneOf(attribute, values as string[]);
    }
    const container = variableIn(haystack);
    const value = needle?.value;
    if (container === undefined || typeof value !== 'string') return unsupportedTest('in something that is computed');
    return test(container, { op: 'contains', values: [value] }, { anyElement: true });
}

function ordered(relation: ComparisonOperator, operands: readonly DocumentReader[]): ImportCondition {
    const [left, right] = operands;
    if (operands.length !== 2) return unsupportedTest('a comparison with two bounds');
    const attribute = variableIn(left) ?? variableIn(right);
    const isReversed = variableIn(left) === undefined;
    const value = (isReversed ? left : right)?.value;
    if (attribute === undefined || typeof value !== 'number')
        return unsupportedTest('the compared value is computed, or text');
    const effectiveRelation = isReversed ? TURNED[relation] : relation;
    const matchesZero = { '<': 0 < value, '<=': 0 <= value, '=': value === 0, '>=': 0 >= value, '>': 0 > value }[
        effectiveRelation
    ];
    // A missing value is zero in a comparison.
    return isNumber(attribute, effectiveRelation, value, matchesZero ? { caveat: `the context has ${attribute}` } : {});
}

const VERSIONS: Readonly<Record<string, ComparisonOperator>> = { '=': '=', '<': '<', '<=': '<=', '>': '>', '>=': '>=' };

function version([subject, operator, target]: readonly DocumentReader[]): ImportCondition {
    const attribute = variableIn(subject);
    const relation = operator?.value;
    const value = target?.value;
    if (attribute === undefined || typeof relation !== 'string' || typeof value !== 'string')
        return unsupportedTest('a version that is computed');
    const plain = value.replace(/^v/i, '');
    if (semver.valid(plain) !== plain) return unsupportedTest(`${value.slice(0, 40)} is not a version of three parts`);
    const more = { caveat: `${attribute} is a version of three parts` };
    const compare = (by: ComparisonOperator, to: string) =>
        test(attribute, { op: 'version', relation: by, value: to }, more);
    if (relation === '!=') return all(compare('>=', '0.0.0-0'), not(compare('=', plain)));
    // The same major version, or the same minor one.
    if (relation === '^' || relation === '~') return unsupportedTest(`versions that are ${relation} others`);
    return Object.hasOwn(VERSIONS, relation)
        ? compare(VERSIONS[relation]!, plain)
        : unsupportedTest(`${relation.slice(0, 10)} compares no versions`);
}
