import { type Static, Type } from 'typebox';
import { Body } from '../../../http/route/schemas.ts';
import { EvaluationContext } from '../../catalogue/personas/persona.schemas.ts';
import { DescribedChange, EnvironmentEffect } from '../effects/effect.schemas.ts';
import { ProposedSteps } from '../proposals/proposal.schemas.ts';

/** The population of a what-if. */
export const whomMembers = {
    contexts: Type.Optional(Type.Array(EvaluationContext, { maxItems: 1_000, description: 'Whom to try it on' })),
    population: Type.Optional(
        Type.Enum(['given', 'personas', 'traffic', 'made-up'], {
            description:
                'Default: the contexts given; else sampled traffic, if there is any; else personas; else a made-up crowd',
        }),
    ),
    personas: Type.Optional(
        Type.Array(Type.Union([Type.Integer(), Type.String({ maxLength: 100 })]), {
            maxItems: 100,
            description: 'Which, by id or name. Default: all of the project',
        }),
    ),
    splitBy: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
            maxItems: 3,
            uniqueItems: true,
            description: 'Context fields by which to count, besides `appName`',
        }),
    ),
};

export const RehearsalBase = Type.Object(
    {
        draft: Type.Optional(
            Type.Boolean({
                description:
                    'True: on top of the open change requests of the caller in the project, which further changes join',
            }),
        ),
        scheduledBefore: Type.Optional(
            Type.String({ format: 'date-time', description: 'On top of what is scheduled before this moment' }),
        ),
    },
    { additionalProperties: false, description: 'What is assumed to be applied before. Default: nothing' },
);

export const WhatIf = Body(
    {
        project: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'With `steps`' })),
        steps: Type.Optional(ProposedSteps),
        changeRequest: Type.Optional(
            Type.Integer({
                minimum: 1,
                maximum: 2 ** 31 - 1,
                description: 'Instead of steps: what this one would do, on top of what is scheduled before it',
            }),
        ),
        base: Type.Optional(RehearsalBase),
        ...whomMembers,
    },
    { $id: 'whatIf' },
);
export type WhatIfRequest = Static<typeof WhatIf>;
/** A what-if of a project. */
export type WhatIf = Omit<WhatIfRequest, 'project' | 'steps' | 'changeRequest'> & {
    project: string;
    steps: NonNullable<WhatIfRequest['steps']>;
};

export const WhatIfAnswer = Type.Object(
    {
        revision: Type.Integer({ description: 'The newest event when it was tried' }),
        changes: Type.Array(DescribedChange),
        who: Type.Array(EnvironmentEffect, {
            description:
                'For each environment in which flags could answer otherwise, whatever their own definitions say',
        }),
        failed: Type.Optional(
            Type.Object(
                {
                    step: Type.Integer({ description: 'From 0. Those after it were not tried' }),
                    name: Type.String({ description: 'The kind of error' }),
                    message: Type.String(),
                    details: Type.Array(Type.Object({}, { additionalProperties: true })),
                },
                { description: 'The step that could not be taken; all else in the answer is of those before it' },
            ),
        ),
    },
    { $id: 'whatIfAnswer' },
);
export type WhatIfAnswer = Static<typeof WhatIfAnswer>;
