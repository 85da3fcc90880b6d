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
import { namedItems } from '../source.ts';

/** Returns the condition of a segment by its key. */
export type SegmentConditions = (key: string) => ImportCondition;

/** Each segment is read once, with the first flag that uses it. */
export function segmentsIn(document: DocumentReader): SegmentConditions {
    const segments = new Map(namedItems(document.at('segments'), (segment) => segment.at('key')));
    const conditions = new Map<string, ImportCondition>();
    return (key) => {
        const segment = segments.get(key);
        if (segment === undefined) return unsupportedTest(`the segment ${key.slice(0, 60)} is not in the document`);
        const condition = conditions.get(key) ?? segmentOf(segment);
        conditions.set(key, condition);
        return condition;
    };
}

/**
 * Returns the audience of a rule or rollout. Files contain one or several segment keys; client snapshots contain the segments themselves.
 */
export function audienceOf(reader: DocumentReader, known: SegmentConditions): ImportCondition {
    const segment = reader.at('segment');
    const holder = segment.isRecord ? segment : reader;
    const listed = [...holder.at('segments').list(), ...holder.at('keys').list()];
    const single = segment.isRecord ? holder.at('key') : segment;
    if (!single.isMissing) listed.push(single);
    const segments = listed.map((each) => (each.isRecord ? segmentOf(each) : known(each.text())));
    const operator = holder.at('segmentOperator').textOr('') || holder.at('operator').textOr('');
    return operator.startsWith('AND') ? all(...segments) : any(...segments);
}

function segmentOf(segment: DocumentReader): ImportCondition {
    const constraints = segment.at('constraints').list().map(constraintOf);
    const match = segment.at('matchType').textOr('') || segment.at('match_type').textOr('');
    const of =
        constraints.length === 0 ? everyone : match.startsWith('ANY') ? any(...constraints) : all(...constraints);
    return { is: 'segment', name: segment.at('key').text(), of };
}

/** Every comparison with a missing value is false, also negated ones. */
function constraintOf(constraint: DocumentReader): ImportCondition {
    const [type] = constraint.at('type').text().split('_COMPARISON_TYPE');
    const operator = constraint.at('operator').text();
    const attribute = constraint.at('property').textOr('');
    switch (type?.replace(/_CONSTRAINT$/, '')) {
        case 'STRING':
            return text(attribute, operator, constraint.at('value'));
        case 'ENTITY_ID':
            return text('userId', operator, constraint.at('value'));
        case 'NUMBER':
            return presence(attribute, operator) ?? figure(attribute, operator, constraint.at('value'));
        case 'BOOLEAN':
            if (operator === 'true' || operator === 'false') return oneOf(attribute, [operator], { of: 'boolean' });
            return presence(attribute, operator) ?? unknownOperator(operator);
        case 'DATETIME':
            return (
                presence(attribute, operator) ?? unsupportedTest('only the current time can be compared with a date')
            );
        default:
            return unsupportedTest(`${constraint.at('type').text().slice(0, 60)} is not known`);
    }
}

const presence = (attribute: string, operator: string): ImportCondition | undefined =>
    operator === 'present' ? present(attribute) : operator === 'notpresent' ? not(present(attribute)) : undefined;

function text(attribute: string, operator: string, value: DocumentReader): ImportCondition {
    const single = () => (value.isMissing ? '' : String(value.value));
    const contained = (op: 'starts-with' | 'ends-with' | 'contains') => test(attribute, { op, values: [single()] });
    switch (operator) {
        case 'empty':
            return not(present(attribute));
        case 'notempty':
            return present(attribute);
        case 'eq':
            return oneOf(attribute, [single()]);
        case 'neq':
            return presentAndNot(attribute, oneOf(attribute, [single()]));
        case 'prefix':
            return contained('starts-with');
        case 'suffix':
            return contained('ends-with');
        case 'contains':
            return contained('contains');
        case 'notcontains':
            return presentAndNot(attribute, contained('contains'));
        case 'isoneof':
            return oneOf(attribute, listIn(value).map(String));
        case 'isnotoneof':
            return presentAndNot(attribute, oneOf(attribute, listIn(value).map(String)));
        default:
            return unknownOperator(operator);
    }
}

const unknownOperator = (operator: string) => unsupportedTest(`the operator ${operator.slice(0, 40)} is not known`);

const RELATIONS: Readonly<Record<string, ComparisonOperator>> = { eq: '=', lt: '<', lte: '<=', gt: '>', gte: '>=' };

/** Comparing with the smallest number tests whether the value is a number at all. */
const isFigure = (attribute: string) => isNumber(attribute, '>=', -Number.MAX_VALUE);

function figure(attribute: string, operator: string, value: DocumentReader): ImportCondition {
    if (operator === 'isoneof' || operator === 'isnotoneof') {
        const anyOf = any(...listIn(value).map((each) => isNumber(attribute, '=', Number(each))));
        return operator === 'isoneof' ? anyOf : all(isFigure(attribute), not(anyOf));
    }
    const expected = value.isMissing || value.value === '' ? Number.NaN : Number(value.value);
    if (Number.isNaN(expected)) return nobody;
    if (operator === 'neq') return all(isFigure(attribute), not(isNumber(attribute, '=', expected)));
    return Object.hasOwn(RELATIONS, operator)
        ? isNumber(attribute, RELATIONS[operator]!, expected)
        : unknownOperator(operator);
}

/** Reads a list, or a list as JSON text (older files and client snapshots). */
function listIn(value: DocumentReader): (string | number)[] {
    const list = value.isList ? value.list().map((item) => item.value) : parsed(value.textOr(''));
    if (!Array.isArray(list)) return [];
    return list.filter((each) => typeof each === 'string' || typeof each === 'number');
}

function parsed(json: string): unknown {
    try {
        return JSON.parse(json);
    } catch {
        return undefined;
    }
}
