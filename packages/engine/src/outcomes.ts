import type { EvaluatedVariant, Evaluation, VariantDefinition } from './definitions.ts';

/** Indexes in a flag's outcomes. */
export const OFF = 0;
export const ON = 1;
export const FIRST_VARIANT = 2;

/** All possible results of a flag, in that order. They are shared between all callers and therefore frozen. */
export function outcomesOf(
    name: string,
    impressionData: boolean,
    variants: readonly VariantDefinition[],
): readonly Evaluation[] {
    const outcome = (enabled: boolean, variant: EvaluatedVariant): Evaluation =>
        Object.freeze({ name, enabled, impressionData, variant: Object.freeze(variant) });
    return [
        outcome(false, { name: 'disabled', enabled: false, feature_enabled: false }),
        outcome(true, { name: 'disabled', enabled: false, feature_enabled: true }),
        ...variants.map((variant) =>
            outcome(true, {
                name: variant.name,
                enabled: true,
                ...(variant.payload === undefined ? {} : { payload: Object.freeze({ ...variant.payload }) }),
                feature_enabled: true,
            }),
        ),
    ];
}

/** The result for a flag that does not exist. */
export function unknownFlag(name: string): Evaluation {
    return outcomesOf(name, false, [])[OFF]!;
}
