import type { EnvironmentEffect } from './effect.schemas.ts';

type Split = EnvironmentEffect['flags'][number]['byApp'][number];

/** Adds the former names of the numbers of evaluated contexts, for clients and nodes of the previous release. */
export const withFormerNames = (effect: EnvironmentEffect): EnvironmentEffect => ({
    ...effect,
    asked: effect.evaluated,
    ...(effect.evaluatedBounds && { askedBounds: effect.evaluatedBounds }),
    flags: effect.flags.map((flag) => ({
        ...flag,
        byApp: flag.byApp.map(splitWithFormerNames),
        byField: Object.fromEntries(
            Object.entries(flag.byField).map(([field, splits]) => [field, splits.map(splitWithFormerNames)]),
        ),
    })),
});

const splitWithFormerNames = (split: Split): Split => ({
    ...split,
    asked: split.evaluated,
    ...(split.bounds && { bounds: { ...split.bounds, asked: split.bounds.evaluated } }),
});
