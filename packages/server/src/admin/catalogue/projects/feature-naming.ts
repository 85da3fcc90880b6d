import { constraintProblem } from '@halyard/engine';
import { RE2JS } from 're2js';
import { invalid, patternMismatch } from '../../../core/errors/errors.ts';
import type { FeatureNaming, NewFeatureNaming } from './project.schemas.ts';

/** Matches the whole name in linear time, so no pattern can block the server. */
function compile(pattern: string): RE2JS | undefined {
    const problem = constraintProblem({ contextName: 'name', operator: 'REGEX', value: pattern });
    return problem === undefined ? RE2JS.compile(pattern) : undefined;
}

/** Returns the naming rule in stored form, or throws an error that describes the problem. */
export function validateFeatureNaming(input: NewFeatureNaming): FeatureNaming {
    const pattern = input.pattern || null;
    const example = input.example || null;
    const description = input.description || null;
    if (pattern === null) {
        if (example === null && description === null) return { pattern, example, description };
        throw invalid(
            'An example or a description needs a pattern. Enter a pattern, or leave both empty.',
            '/body/featureNaming/pattern',
        );
    }
    if (/\s/.test(pattern)) {
        throw invalid(
            'The pattern contains whitespace, which names of flags cannot have. Remove it.',
            '/body/featureNaming/pattern',
        );
    }
    const compiled = compile(pattern);
    if (!compiled) {
        throw invalid(
            `The pattern "${pattern}" is not a regular expression that can be used here: check its brackets, and avoid lookaround, back references and long repetitions.`,
            '/body/featureNaming/pattern',
        );
    }
    if (example !== null && !compiled.matches(example)) {
        throw invalid(
            `The example "${example}" does not match the pattern ^${pattern}$. Change one of them.`,
            '/body/featureNaming/example',
        );
    }
    return { pattern, example, description };
}

/** Rejects a name that violates the naming rule of its project. */
export const checkFlagName = (name: string, naming: FeatureNaming): void => flagNameChecker(naming)(name);

/** Same as `checkFlagName` for many names: the pattern is compiled only once. */
export function flagNameChecker({ pattern, example, description }: FeatureNaming): (name: string) => void {
    if (pattern === null) return () => undefined;
    const compiled = compile(pattern);
    const hint = [example === null ? '' : ` For example: ${example}.`, description === null ? '' : ` ${description}`];
    return (name) => {
        if (compiled?.matches(name)) return;
        throw patternMismatch(
            `The name "${name}" does not match the pattern ^${pattern}$ of its project.${hint.join('')}`,
        );
    };
}
