import semver from 'semver';
import {
    all,
    any,
    type ComparisonOperator,
    type ImportCondition,
    isNumber,
    nobody,
    not,
    oneOf,
    presentAndNot,
    test,
    unsupportedTest,
} from '../../model/condition.ts';
import type { DocumentReader } from '../../reading.ts';
import { MAX_REACHED, TOO_FAR } from '../reached.ts';

/** The contexts that match a condition, and those that do not. Contexts without the attribute are in neither: the rule is skipped. */
export interface ConditionOutcomes {
    readonly yes: ImportCondition;
    readonly no: ImportCondition;
}

export const attributeOf = (name: string) => (name === 'Identifier' ? 'userId' : name);

const neither = (reason: string): ConditionOutcomes => ({ yes: unsupportedTest(reason), no: unsupportedTest(reason) });
const inverted = ({ yes, no }: ConditionOutcomes): ConditionOutcomes => ({ yes: no, no: yes });
const asText = (attribute: string, yes: ImportCondition): ConditionOutcomes => ({
    yes,
    no: presentAndNot(attribute, yes),
});

const NUMBERS: readonly ComparisonOperator[] = ['=', '=', '<', '<=', '>', '>='];
const VERSIONS: readonly ComparisonOperator[] = ['<', '<=', '>', '>='];

/** Comparators are numbers; odd ones are often the negation of the previous one. */
export function userCondition(condition: DocumentReader): ConditionOutcomes {
    const attribute = attributeOf(condition.at('a').text());
    const comparator = condition.at('c').number();
    const isNegated = comparator % 2 === 1;
    const list = () => condition.at('l').texts();
    const either = (outcomes: ConditionOutcomes) => (isNegated ? inverted(outcomes) : outcomes);
    switch (comparator) {
        case 0:
        case 1:
            return either(asText(attribute, oneOf(attribute, list())));
        case 2:
        case 3:
            return either(asText(attribute, test(attribute, { op: 'contains', values: list() })));
        case 4:
        case 5:
            return either(versionIn(attribute, list()));
        case 6:
        case 7:
        case 8:
        case 9:
            return version(attribute, VERSIONS[comparator - 6]!, condition.at('s').text().trim());
        case 10:
        case 11:
        case 12:
        case 13:
        case 14:
        case 15: {
            const outcomes = figure(attribute, NUMBERS[comparator - 10]!, condition.at('d').number());
            return comparator === 11 ? inverted(outcomes) : outcomes;
        }
        case 18:
        case 19: {
            const caveat = { caveat: `${attribute} is sent as seconds since 1970` };
            return figure(attribute, comparator === 18 ? '<' : '>', condition.at('d').number(), caveat);
        }
        case 28:
        case 29:
            return either(asText(attribute, oneOf(attribute, [condition.at('s').text()])));
        case 30:
        case 31:
            return either(asText(attribute, test(attribute, { op: 'starts-with', values: list() })));
        case 32:
        case 33:
            return either(asText(attribute, test(attribute, { op: 'ends-with', values: list() })));
        case 34:
        case 35:
            return neither(`${attribute} is a list, and contexts are flat`);
        default:
            return neither(
                comparator <= 27 ? 'the compared value is hashed' : `the comparator ${comparator} is not known`,
            );
    }
}

/** Comparing with the smallest number tests whether the value is a number at all. */
const LEAST = -Number.MAX_VALUE;

function figure(
    attribute: string,
    relation: ComparisonOperator,
    value: number,
    more: { caveat?: string } = {},
): ConditionOutcomes {
    const yes = isNumber(attribute, relation, value, more);
    return { yes, no: all(isNumber(attribute, '>=', LEAST), not(yes)) };
}

/** Comparing with the lowest version tests whether the value is a version at all. */
const LOWEST = '0.0.0-0';
const isVersion = (attribute: string) => test(attribute, { op: 'version', relation: '>=', value: LOWEST });

function version(attribute: string, relation: ComparisonOperator, value: string): ConditionOutcomes {
    if (semver.valid(value) === null || !/^\d/.test(value)) return { yes: nobody, no: nobody };
    const yes = test(attribute, { op: 'version', relation, value });
    return { yes, no: all(isVersion(attribute), not(yes)) };
}

function versionIn(attribute: string, list: readonly string[]): ConditionOutcomes {
    const values = list.map((value) => value.trim()).filter((value) => value !== '');
    // An invalid version makes the whole list match nothing, also if it is negated.
    if (values.some((value) => semver.valid(value) === null || !/^\d/.test(value))) return { yes: nobody, no: nobody };
    const yes = any(...values.map((value) => test(attribute, { op: 'version', relation: '=', value })));
    return { yes, no: all(isVersion(attribute), not(yes)) };
}

/** Combines conditions that must all hold; the first one that fails ends the evaluation. */
export function allOf(rule: DocumentReader, outcomes: readonly ConditionOutcomes[]): ConditionOutcomes {
    if (outcomes.length <= MAX_REACHED) rule.spend(outcomes.length ** 2 / 2);
    return {
        yes: all(...outcomes.map(({ yes }) => yes)),
        no:
            outcomes.length > MAX_REACHED
                ? unsupportedTest(TOO_FAR)
                : any(...outcomes.map(({ no }, i) => all(...outcomes.slice(0, i).map(({ yes }) => yes), no))),
    };
}
