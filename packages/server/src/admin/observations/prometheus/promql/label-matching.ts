import { constraintProblem } from '@halyard/engine';
import { RE2JS } from 're2js';
import { invalid } from '../../../../core/errors/errors.ts';
import type { Labels } from '../../../../core/series/series.ts';
import type { LabelMatcher } from './expression.ts';

const MAX_MATCHERS = 50;

/** Returns whether labels satisfy all matchers. A missing label is an empty text, as in Prometheus. */
export function compileMatchers(matchers: readonly LabelMatcher[]): (labels: Labels) => boolean {
    if (matchers.length > MAX_MATCHERS) throw invalid(`A selector has at most ${MAX_MATCHERS} matchers.`);
    const compiled = matchers.map((matcher) => ({ label: matcher.label, isMatch: compileMatcher(matcher) }));
    return (labels) =>
        compiled.every(({ label, isMatch }) => isMatch(Object.hasOwn(labels, label) ? (labels[label] ?? '') : ''));
}

/** Patterns are RE2, which takes linear time; each distinct value is matched once. */
export function compileMatcher({ label, operator, value }: LabelMatcher): (actual: string) => boolean {
    if (operator === '=') return (actual) => actual === value;
    if (operator === '!=') return (actual) => actual !== value;
    const problem = constraintProblem({ contextName: label, operator: 'REGEX', value });
    if (problem !== undefined) throw invalid(`The pattern of the label ${label} cannot be used: ${problem}`);
    const pattern = RE2JS.compile(value, RE2JS.DOTALL);
    const known = new Map<string, boolean>();
    return (actual) => {
        const matches = known.get(actual) ?? pattern.matches(actual);
        known.set(actual, matches);
        return matches === (operator === '=~');
    };
}
