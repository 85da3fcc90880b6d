import { Type } from 'typebox';
import { Body, Nullable } from '../../http/route/schemas.ts';
import { tool } from '../tool.ts';
import { propose } from './proposing.ts';
import { action, environment, flagName, MAX_AGENT_STEPS, payload, project, reason } from './shapes.ts';

const change = Body({
    action,
    feature: Type.Optional(Nullable(flagName('The flag that it is about; null for segments'))),
    payload,
});

export const proposeChange = tool({
    name: 'propose_change',
    title: 'Propose a change',
    description:
        'Propose changes of flags or segments in one environment as a change request that people review, approve and apply. The only way to change production. Try it with what_if first. What you have proposed there and is not decided yet is joined by it.',
    needs: 'propose',
    input: Body({
        project,
        environment,
        changes: Type.Array(change, { minItems: 1, maxItems: MAX_AGENT_STEPS }),
        reason,
    }),
    run: (proposal, agent) => propose(agent, proposal),
});
