import { type Static, Type } from 'typebox';
import { AsOf } from '../../../changes/past/as-of.ts';
import { ENVIRONMENT_NAME } from '../../../core/text/patterns.ts';
import { Body, DateTime } from '../../../http/route/schemas.ts';
import { DescribedChange, EnvironmentEffect } from '../effects/effect.schemas.ts';
import { populationMembers } from '../what-if/what-if.schemas.ts';

const between = {
    project: Type.String({ minLength: 1, maxLength: 100 }),
    environment: Type.Optional(
        Type.String({ maxLength: 100, pattern: ENVIRONMENT_NAME, description: 'Default: all flags of the project' }),
    ),
    from: Type.String({
        ...AsOf,
        description: 'The earlier moment: a revision, or an ISO 8601 time with its time zone',
    }),
    to: Type.Optional(Type.String({ ...AsOf, description: 'The later moment. Default: now' })),
};

export const CompareQuery = Type.Object({
    ...between,
    population: Type.Optional(
        Type.Enum(['personas', 'traffic', 'made-up'], { description: 'The contexts to evaluate. Default: none' }),
    ),
    splitBy: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
            maxItems: 3,
            description: 'Context fields by which results are grouped, in addition to `appName`',
        }),
    ),
});

export const CompareRequest = Body({ ...between, ...populationMembers }, { $id: 'compare' });
export type CompareRequest = Static<typeof CompareRequest>;

const At = Type.Object({ revision: Type.Integer(), at: DateTime() });

export const Comparison = Type.Object(
    {
        from: At,
        to: At,
        changes: Type.Array(DescribedChange),
        who: Type.Optional(
            Type.Array(EnvironmentEffect, {
                description:
                    'Contexts with different results because of the definitions: both sides are evaluated at the time of `to`',
            }),
        ),
    },
    { $id: 'comparison' },
);
export type Comparison = Static<typeof Comparison>;
