import type { StoredConstraint, StoredVariant } from '../../../storage/tables/strategies.ts';
import type { PastStrategy } from '../../flags/past/past-definition.ts';

/** Functions that convert the current state into the file format: without ids, times and default values. */

const toConstraint = ({ contextName, operator, caseInsensitive, inverted, values = [], value }: StoredConstraint) => ({
    contextName,
    operator,
    ...(values.length > 0 && { values }),
    ...(value && { value }),
    ...(inverted && { inverted }),
    ...(caseInsensitive && { caseInsensitive }),
});

export const toFileConstraints = (constraints: readonly StoredConstraint[]) => constraints.map(toConstraint);

export const toFileVariants = (variants: readonly StoredVariant[]) =>
    variants.map(({ name, weight, weightType, stickiness, payload, overrides = [] }) => ({
        name,
        ...(weightType === 'fix' && { weight }),
        ...(stickiness !== 'default' && { stickiness }),
        ...(payload && { payload }),
        ...(overrides.length > 0 && { overrides }),
    }));

/** Converts a parameter to a number only if the number has the same text. */
const toParameter = (text: string) => (/^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : text);

export type NameOfSegment = (id: number) => string;

export const toFileStrategy = (strategy: PastStrategy, nameOf: NameOfSegment) => {
    const { name, title, disabled, parameters, constraints, variants, segments = [] } = strategy;
    return {
        name,
        ...(title && { title }),
        ...(disabled && { disabled }),
        ...(Object.keys(parameters).length > 0 && {
            parameters: Object.fromEntries(Object.entries(parameters).map(([key, text]) => [key, toParameter(text)])),
        }),
        ...(constraints.length > 0 && { constraints: toFileConstraints(constraints as readonly StoredConstraint[]) }),
        ...(segments.length > 0 && { segments: segments.map(nameOf) }),
        ...(variants.length > 0 && { variants: toFileVariants(variants) }),
    };
};
