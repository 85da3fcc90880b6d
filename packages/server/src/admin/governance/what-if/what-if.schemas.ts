import { type Static, Type } from 'typebox';
import { Body } from '../../../http/route/schemas.ts';
import { EvaluationContext } from '../../catalogue/personas/persona.schemas.ts';
import { DescribedChange, EnvironmentEffect } from '../effects/effect.schemas.ts';
import { proposedSteps } from '../proposals/proposal.schemas.ts';

/** The population of a what-if. */
export const populationMembers = {
    contexts: Type.Optional(
        Type.Array(EvaluationContext, { maxItems: 1_000, description: 'The contexts to evaluate' }),
    ),
    population: Type.Optional(
        Type.Enum(['given', 'personas', 'traffic', 'made-up'], {
            description:
                'Default: the given contexts; otherwise sampled traffic, if available; otherwise personas; otherwise generated contexts',
        }),
    ),
    personas: Type.Optional(
        Type.Array(Type.Union([Type.Integer(), Type.String({ maxLength: 100 })]), {
            maxItems: 100,
            description: 'Ids or names of personas. Default: all personas of the project',
        }),
    ),
    splitBy: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
            maxItems: 3,
            uniqueItems: true,
            description: 'Context fields by which results are grouped, in addition to `appName`',
        }),
    ),
};

export const RehearsalBase = Type.Object(
    {
        draft: Type.Optional(
            Type.Boolean({
                description:
                    'True: based on the open change requests of the caller in the project, to which further changes are added',
            }),
        ),
        changeRequest: Type.Optional(
            Type.Integer({
                minimum: 1,
                maximum: 2 ** 31 - 1,
                description: 'Based on this change request of the caller, to which the change would be added',
            }),
        ),
        scheduledBefore: Type.Optional(
            Type.String({
                format: 'date-time',
                description: 'Based on the changes that are scheduled before this moment',
            }),
        ),
    },
    { additionalProperties: false, description: 'Changes that are assumed to be applied before. Default: none' },
);

export const whatIfRequest = () =>
    Body(
        {
            project: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'With `steps`' })),
            steps: Type.Optional(proposedSteps()),
            changeRequest: Type.Optional(
                Type.Integer({
                    minimum: 1,
                    maximum: 2 ** 31 - 1,
                    description:
                        'Alternative to steps: preview this change request after the changes that are scheduled before it',
                }),
            ),
            base: Type.Optional(RehearsalBase),
            ...populationMembers,
        },
        { $id: 'whatIf' },
    );
export type WhatIfRequest = Static<ReturnType<typeof whatIfRequest>>;
export type WhatIf = Omit<WhatIfRequest, 'project' | 'steps' | 'changeRequest'> & {
    project: string;
    steps: NonNullable<WhatIfRequest['steps']>;
};

export const WhatIfResult = Type.Object(
    {
        revision: Type.Integer({ description: 'Id of the newest event at the time of the preview' }),
        changes: Type.Array(DescribedChange),
        who: Type.Array(EnvironmentEffect, {
            description: 'Effects for each environment in which evaluation results may change',
        }),
        failed: Type.Optional(
            Type.Object(
                {
                    step: Type.Integer({
                        description: 'Index of the step, starting at 0. Later steps were not executed',
                    }),
                    name: Type.String({ description: 'The kind of error' }),
                    message: Type.String(),
                    details: Type.Array(Type.Object({}, { additionalProperties: true })),
                },
                { description: 'The step that failed; the rest of the response is the result of the previous steps' },
            ),
        ),
    },
    { $id: 'whatIfAnswer' },
);
export type WhatIfResult = Static<typeof WhatIfResult>;
