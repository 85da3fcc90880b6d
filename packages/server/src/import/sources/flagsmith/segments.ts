import semver from 'semver';
import type { Bucketing } from '../../model/bucketing.ts';
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
    presentAndNot,
    test,
    unsupportedTest,
} from '../../model/condition.ts';
import type { DocumentReader } from '../../reading.ts';

/** Values besides traits that conditions can refer to. */
export interface EnvironmentInfo {
    readonly environmentKey: string;
    readonly environmentName: string;
}

/** A segment matches if it has rules and all of them match. */
export function segmentOf(segment: DocumentReader, around: EnvironmentInfo): ImportCondition {
    const id = segment.at('id').number();
    const rules = segment.at('rules').list();
    const of = rules.length === 0 ? nobody : all(...rules.map((rule) => ruleOf(rule, id, around)));
    return { is: 'segment', name: segment.at('name').text(), of };
}

function ruleOf(rule: DocumentReader, segment: number, around: EnvironmentInfo): ImportCondition {
    const type = rule.at('type').text();
    const conditions = rule
        .at('conditions')
        .list()
        .map((condition) => conditionOf(condition, segment, around));
    const rules = rule
        .at('rules')
        .list()
        .map((each) => ruleOf(each, segment, around));
    return all(...[conditions, rules].map((list) => (list.length === 0 ? everyone : combined(type, list))));
}

function combined(type: string, list: ImportCondition[]): ImportCondition {
    if (type === 'ALL') return all(...list);
    if (type === 'ANY') return any(...list);
    // Missing traits fail every condition, so the negation is exact without further tests.
    return type === 'NONE'
        ? not(any(...list))
        : unsupportedTest(`the type ${type.slice(0, 40)} of a rule is not known`);
}

const RELATIONS: Readonly<Record<string, ComparisonOperator>> = {
    EQUAL: '=',
    GREATER_THAN: '>',
    GREATER_THAN_INCLUSIVE: '>=',
    LESS_THAN: '<',
    LESS_THAN_INCLUSIVE: '<=',
};

function conditionOf(condition: DocumentReader, segment: number, around: EnvironmentInfo): ImportCondition {
    const operator = condition.at('operator').text();
    const property = (
        condition.at('property_').isMissing ? condition.at('property') : condition.at('property_')
    ).textOr('');
    const reader = condition.at('value');
    const value =
        typeof reader.value === 'number' || typeof reader.value === 'boolean'
            ? String(reader.value)
            : reader.textOr('');
    if (operator === 'PERCENTAGE_SPLIT') return splitOf(property, value, segment, around);
    if (property === '') return nobody;
    if (property === '$.environment.name') return fixed(operator, value, around.environmentName);
    if (property === '$.environment.key') return fixed(operator, value, around.environmentKey);
    const attribute = attributeOf(property);
    return attribute === undefined
        ? unsupportedTest(`${property} is not in contexts`)
        : testOf(operator, attribute, value);
}

/** Returns the name of the context field for a property of a condition. */
function attributeOf(property: string): string | undefined {
    if (!property.startsWith('$.')) return property;
    if (property === '$.identity.identifier') return 'userId';
    return /^\$\.identity\.traits\.([\w-]+)$/.exec(property)?.[1];
}

/** The environment is constant, so conditions on it are decided at import time. */
function fixed(operator: string, value: string, actual: string): ImportCondition {
    if (operator === 'EQUAL') return value === actual ? everyone : nobody;
    if (operator === 'NOT_EQUAL') return value === actual ? nobody : everyone;
    if (operator === 'IN') return valuesOf(value).includes(actual) ? everyone : nobody;
    return unsupportedTest(`${operator} on the environment`);
}

function testOf(operator: string, attribute: string, value: string): ImportCondition {
    switch (operator) {
        case 'IS_SET':
            return present(attribute);
        case 'IS_NOT_SET':
            return not(present(attribute));
        case 'EQUAL':
            return equality(attribute, value);
        case 'NOT_EQUAL':
            return presentAndNot(
                attribute,
                isVersion(value) ? oneOf(attribute, [versionIn(value)]) : equality(attribute, value),
            );
        case 'GREATER_THAN':
        case 'GREATER_THAN_INCLUSIVE':
        case 'LESS_THAN':
        case 'LESS_THAN_INCLUSIVE':
            if (isVersion(value)) return comparedVersion(attribute, RELATIONS[operator]!, value);
            if (isFigure(value)) return isNumber(attribute, RELATIONS[operator]!, Number(value));
            return unsupportedTest('texts are compared by their order');
        case 'CONTAINS':
            return test(attribute, { op: 'contains', values: [value] });
        case 'NOT_CONTAINS':
            return value === ''
                ? nobody
                : presentAndNot(attribute, test(attribute, { op: 'contains', values: [value] }));
        case 'IN':
            return oneOf(attribute, valuesOf(value));
        case 'REGEX':
            return value === '' ? nobody : test(attribute, { op: 'matches', pattern: value });
        case 'MODULO':
            return unsupportedTest('constraints cannot test remainders of divisions');
        default:
            return unsupportedTest(`the operator ${operator} is not known`);
    }
}

/** The value is compared with the type of the trait: as a number if it is one, as a boolean if it is true or false. */
function equality(attribute: string, value: string): ImportCondition {
    if (isVersion(value)) return comparedVersion(attribute, '=', value);
    if (isFigure(value)) return isNumber(attribute, '=', Number(value));
    if (/^(true|false)$/i.test(value)) return oneOf(attribute, [value.toLowerCase()], { of: 'boolean' });
    return oneOf(attribute, [value]);
}

const isFigure = (value: string) => /^-?\d+(\.\d+)?$/.test(value);
const isVersion = (value: string) => value.endsWith(':semver');
const versionIn = (value: string) => value.slice(0, -':semver'.length);

function comparedVersion(attribute: string, relation: ComparisonOperator, written: string): ImportCondition {
    const value = versionIn(written);
    if (semver.valid(value) !== value) return unsupportedTest(`${written} is not a version of three parts`);
    return test(attribute, { op: 'version', relation, value }, { caveat: `${attribute} is a version of three parts` });
}

/** Parses a JSON list, or a list separated by commas. */
function valuesOf(value: string): string[] {
    if (value.startsWith('[')) {
        try {
            const list: unknown = JSON.parse(value);
            if (Array.isArray(list)) return list.filter((each) => typeof each === 'string');
        } catch {
            // Not JSON: the value is separated by commas.
        }
    }
    return value.split(',');
}

function splitOf(property: string, value: string, segment: number, around: EnvironmentInfo): ImportCondition {
    const percentage = Number.parseFloat(value);
    if (Number.isNaN(percentage)) return nobody;
    const prefix =
        property === '' || property === '$.identity.key' ? `${segment},${identityPrefix(around)}` : `${segment},`;
    const attribute =
        property === '' || property === '$.identity.key'
            ? 'userId'
            : property.startsWith('$.')
              ? attributeOf(property)
              : undefined;
    if (attribute === undefined)
        return property.startsWith('$.') ? unsupportedTest(`${property} is not in contexts`) : nobody;
    return {
        is: 'bucket',
        bucketing: byHash(prefix, attribute),
        ranges: [{ from: 0, to: percentage, inclusive: true }],
    };
}

/** The hash input of an identity before its identifier. */
export const identityPrefix = ({ environmentKey }: EnvironmentInfo) => `${environmentKey}_`;

export const byHash = (prefix: string, attribute: string): Bucketing => ({
    algorithm: 'flagsmith',
    prefix,
    suffix: '',
    attribute,
    missing: 'out',
});
