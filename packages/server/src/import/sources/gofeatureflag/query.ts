import semver from 'semver';
import { InvalidDocument } from '../../invalid-document.ts';
import {
    all,
    any,
    type ComparisonOperator,
    everyone,
    type ImportCondition,
    isNumber,
    not,
    oneOf,
    present,
    presentAndNot,
    test,
    unsupportedTest,
} from '../../model/condition.ts';
import type { DocumentReader } from '../../reading.ts';
import { conditionOf as jsonLogic, operationOf } from '../json-logic.ts';

/** Reads the condition of a rule: the query language of GO Feature Flag, or JSON logic. */
export function conditionOf(reader: DocumentReader): ImportCondition {
    const query = reader.textOr('').trim();
    if (query === '') return everyone;
    try {
        return query.startsWith('{') ? logic(query, reader) : new Query(query).read();
    } catch (error) {
        if (error instanceof NoQuery) return unsupportedTest(error.message);
        if (error instanceof InvalidDocument) return unsupportedTest('its query is nested too deep, or too long');
        throw error;
    }
}

class NoQuery extends Error {}

const MAX_DEPTH = 50;

const attributeOf = (name: string) => (name === 'key' || name === 'targetingKey' ? 'userId' : name);

/** Operators that only flagd supports. */
const OTHERS = ['starts_with', 'ends_with', 'sem_ver', 'fractional'];

function logic(query: string, reader: DocumentReader): ImportCondition {
    let renamed: unknown;
    try {
        renamed = JSON.parse(query, (name, value) =>
            name === 'var' && String(value) === 'key' ? 'targetingKey' : value,
        );
    } catch {
        throw new NoQuery('its query is not JSON, or nested too deep');
    }
    const read = reader.replacedBy(renamed);
    if (operatorsIn(read).some((name) => OTHERS.includes(name))) {
        return unsupportedTest('its query has operators that JSON logic does not have');
    }
    return jsonLogic(read);
}

const operatorsIn = (reader: DocumentReader): string[] => {
    const operation = operationOf(reader);
    const inside = operation?.operands ?? (reader.isList ? reader.list() : []);
    return [...(operation ? [operation.name] : []), ...inside.flatMap(operatorsIn)];
};

const TOKEN =
    /\s*(?:(\(|\)|\[|\]|,)|("(?:[^"\\]|\\.)*")|(-?\d+(?:\.\d+){0,2}(?:[-+][0-9A-Za-z.+-]+|[eE][+-]?\d+)?)|(==|!=|<=|>=|<|>)|([A-Za-z][A-Za-z0-9_:-]*(?:\.[A-Za-z][A-Za-z0-9_:-]*)*))/y;

type Value =
    | { is: 'text' | 'number' | 'version' | 'boolean'; text: string }
    | { is: 'null' }
    | { is: 'list'; of: Value[] };

const OPERATORS: Readonly<Record<string, string>> = {
    '==': 'eq',
    '!=': 'ne',
    '>': 'gt',
    '<': 'lt',
    '>=': 'ge',
    '<=': 'le',
};
const RELATIONS: Readonly<Record<string, ComparisonOperator>> = { eq: '=', gt: '>', lt: '<', ge: '>=', le: '<=' };
const NAMES = new Set(['eq', 'ne', 'gt', 'lt', 'ge', 'le', 'co', 'sw', 'ew', 'in']);

/** Parses tests joined by `and` and `or`, which have the same precedence and are left-associative. */
class Query {
    readonly #text: string;
    #at = 0;
    #depth = 0;

    constructor(text: string) {
        this.#text = text;
    }

    read(): ImportCondition {
        const condition = this.#joined();
        if (this.#text.slice(this.#at).trim() !== '') throw this.#unread();
        return condition;
    }

    #joined(): ImportCondition {
        const outside = this.#depth;
        this.#goDeeper();
        const join = { and: all, or: any };
        let joint: 'and' | 'or' | undefined;
        let of = [this.#single()];
        for (let word = this.#peek(); word === 'and' || word === 'or'; word = this.#peek()) {
            this.#next();
            if (joint !== undefined && joint !== word) {
                // Everything before the operator becomes one operand.
                this.#goDeeper();
                of = [join[joint](...of)];
            }
            joint = word;
            of.push(this.#single());
        }
        this.#depth = outside;
        return join[joint ?? 'and'](...of);
    }

    #goDeeper(): void {
        if (++this.#depth > MAX_DEPTH) throw new NoQuery(`its query is more than ${MAX_DEPTH} levels deep`);
    }

    #single(): ImportCondition {
        const first = this.#next();
        const isNegated = first === 'not' || first === 'NOT';
        if (isNegated || first === '(') {
            if (isNegated) this.#expect('(');
            const inside = this.#joined();
            this.#expect(')');
            return isNegated ? not(inside) : inside;
        }
        if (!/^[A-Za-z]/.test(first)) throw this.#unread();
        const attribute = attributeOf(first);
        const word = this.#next();
        if (word === 'pr') return present(attribute);
        const operator = OPERATORS[word] ?? word.toLowerCase();
        if (!NAMES.has(operator)) throw this.#unread();
        return compared(attribute, operator, this.#value());
    }

    #value(): Value {
        const token = this.#next();
        if (token === '[') {
            const of: Value[] = [];
            this.#goDeeper();
            do of.push(this.#value());
            while (this.#next() === ',');
            this.#depth--;
            return { is: 'list', of };
        }
        if (token.startsWith('"')) return { is: 'text', text: token.slice(1, -1) };
        if (token === 'true' || token === 'false') return { is: 'boolean', text: token };
        if (token === 'null') return { is: 'null' };
        if (/^\d+\.\d+\.\d+/.test(token)) return { is: 'version', text: token };
        if (/^-?\d/.test(token) && Number.isFinite(Number(token))) return { is: 'number', text: token };
        throw this.#unread();
    }

    #peek(): string | undefined {
        const at = this.#at;
        const token = this.#take();
        this.#at = at;
        return token;
    }

    #next(): string {
        const token = this.#take();
        if (token === undefined) throw this.#unread();
        return token;
    }

    #take(): string | undefined {
        TOKEN.lastIndex = this.#at;
        const match = TOKEN.exec(this.#text);
        if (match === null) return undefined;
        this.#at = TOKEN.lastIndex;
        return match[0].trim();
    }

    #expect(token: string): void {
        if (this.#next() !== token) throw this.#unread();
    }

    #unread(): NoQuery {
        const rest = this.#text.slice(this.#at, this.#at + 40).trim();
        return new NoQuery(`its query cannot be read${rest === '' ? '' : ` from ${JSON.stringify(rest)} on`}`);
    }
}

/** The value of the rule has a type that the operator does not support. */
const MISMATCH = unsupportedTest('its query compares a value with an operator for another type');

/** Every comparison with a missing value or another type is false, also negated ones. */
function compared(attribute: string, operator: string, value: Value): ImportCondition {
    switch (value.is) {
        case 'null':
            if (operator === 'eq') return not(present(attribute));
            return operator === 'ne' ? present(attribute) : MISMATCH;
        case 'list':
            return operator === 'in' ? any(...value.of.map((each) => member(attribute, each))) : MISMATCH;
        case 'boolean':
            return boolean(attribute, operator, value.text);
        case 'text':
            return text(attribute, operator, value.text);
        case 'number':
            return figure(attribute, operator, value.text);
        case 'version':
            return version(attribute, operator, value.text);
    }
}

/** Lists are case-sensitive, unlike all other operators. */
function member(attribute: string, value: Value): ImportCondition {
    if (value.is === 'text') return oneOf(attribute, [value.text]);
    return value.is === 'number' ? isNumber(attribute, '=', Number(value.text)) : MISMATCH;
}

function boolean(attribute: string, operator: string, value: string): ImportCondition {
    if (operator !== 'eq' && operator !== 'ne') return MISMATCH;
    const isTrue = (value === 'true') === (operator === 'eq');
    // The service sets the value for contexts that do not contain it.
    const more = attribute === 'anonymous' && !isTrue ? { caveat: 'the context says whether it is anonymous' } : {};
    return oneOf(attribute, [String(isTrue)], { of: 'boolean', ...more });
}

function text(attribute: string, operator: string, value: string): ImportCondition {
    const hasCase = value.toLowerCase() !== value.toUpperCase();
    const more = hasCase ? { caveat: `${attribute} is written in capitals and small letters as in the rule` } : {};
    const equal = oneOf(attribute, [value], more);
    const contained = (op: 'starts-with' | 'ends-with' | 'contains') =>
        test(attribute, { op, values: [value], anyCase: true });
    switch (operator) {
        case 'eq':
            return equal;
        case 'ne':
            return presentAndNot(attribute, equal);
        case 'co':
            return contained('contains');
        case 'sw':
            return contained('starts-with');
        case 'ew':
            return contained('ends-with');
        case 'in':
            return MISMATCH;
        default:
            return unsupportedTest('texts are compared by their order');
    }
}

/** Comparing with the smallest number or lowest version tests whether the value is one at all. */
const LEAST = -Number.MAX_VALUE;
const LOWEST = '0.0.0-0';

function figure(attribute: string, operator: string, value: string): ImportCondition {
    // Whole numbers are compared with whole numbers only.
    const more = /[.eE]/.test(value) ? {} : { caveat: `${attribute} is a whole number` };
    const compare = (relation: ComparisonOperator, to: number) => isNumber(attribute, relation, to, more);
    if (operator === 'ne') return all(compare('>=', LEAST), not(compare('=', Number(value))));
    return Object.hasOwn(RELATIONS, operator) ? compare(RELATIONS[operator]!, Number(value)) : MISMATCH;
}

function version(attribute: string, operator: string, value: string): ImportCondition {
    if (semver.valid(value) === null) return unsupportedTest(`${value.slice(0, 40)} is not a version`);
    const compare = (relation: ComparisonOperator, to: string) =>
        test(attribute, { op: 'version', relation, value: to });
    if (operator === 'ne') return all(compare('>=', LOWEST), not(compare('=', value)));
    return Object.hasOwn(RELATIONS, operator) ? compare(RELATIONS[operator]!, value) : MISMATCH;
}
