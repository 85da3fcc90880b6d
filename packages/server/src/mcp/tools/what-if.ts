import { Type } from 'typebox';
import type { WhatIfResult } from '../../admin/governance/what-if/what-if.schemas.ts';
import { Body, Dictionary, Nullable } from '../../http/route/schemas.ts';
import { ToolRefusal } from '../agent.ts';
import { tool } from '../tool.ts';
import { agentAction, flagName, MAX_AGENT_STEPS, payload } from './shapes.ts';

const step = () =>
    Body({
        action: agentAction(),
        feature: Type.Optional(Nullable(flagName('The flag to change'))),
        environment: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 100 }))),
        payload,
    });

export const whatIf = () =>
    tool({
        name: 'what_if',
        title: 'Rehearse a change',
        description:
            'Rehearse a change without applying it. Returns sentences that describe the flags before and after, and the number of affected users. Pass project and steps, or the number of a change request. Use it before propose_change.',
        needs: 'read',
        input: Body({
            project: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Required with steps' })),
            steps: Type.Optional(Type.Array(step(), { minItems: 1, maxItems: MAX_AGENT_STEPS })),
            changeRequest: Type.Optional(
                Type.Integer({
                    minimum: 1,
                    maximum: 2 ** 31 - 1,
                    description: 'Number of a change request, instead of project and steps',
                }),
            ),
            contexts: Type.Optional(
                Type.Array(Dictionary(Type.Unknown(), { maxProperties: 50 }), {
                    maxItems: 50,
                    description:
                        'The contexts to evaluate, as {"userId": "7", "properties": {…}}; default: sampled traffic',
                }),
            ),
        }),
        async run(input, agent) {
            if ((input.changeRequest === undefined) === (input.project === undefined || input.steps === undefined)) {
                throw new ToolRefusal('Pass project and steps, or changeRequest instead of both.');
            }
            return effectOf(await agent.request<WhatIfResult>('POST', '/api/admin/what-if', { body: input }));
        },
    });

/** Summarizes the effect in sentences and numbers, without definitions, which `get_flag` returns. */
const effectOf = ({ changes, who, failed, revision }: WhatIfResult) => ({
    ...(failed && { failed }),
    revision,
    changes: changes.map(({ environment, kind, name, before, after }) => ({
        environment,
        kind,
        name,
        before: before.definition === null ? null : before.sentences,
        after: after.definition === null ? null : after.sentences,
    })),
    who: who.map(({ flags, ...environment }) => ({
        ...environment,
        flags: flags.map(({ byApp: _, byField: __, examples, ...numbers }) => ({
            ...numbers,
            examples: examples.slice(0, 3),
        })),
    })),
});
