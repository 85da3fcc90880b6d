import { Type } from 'typebox';
import { Body, Nullable } from '../../http/route/schemas.ts';
import { tool } from '../tool.ts';
import { propose } from './proposing.ts';
import { agentAction, environment, flagName, MAX_AGENT_STEPS, payload, project, reason } from './shapes.ts';

const change = () =>
    Body({
        action: agentAction(),
        feature: Type.Optional(Nullable(flagName('The flag to change; null for segments'))),
        payload,
    });

export const proposeChange = () =>
    tool({
        name: 'propose_change',
        title: 'Propose a change',
        description:
            'Propose changes of flags or segments in one environment, as a change request that users review, approve and apply. Returns the change request with its link and the required approvals. This is the only way to change production. Rehearse the changes with what_if first. They are added to your pending change request in that environment, if there is one.',
        needs: 'propose',
        input: Body({
            project,
            environment,
            changes: Type.Array(change(), { minItems: 1, maxItems: MAX_AGENT_STEPS }),
            reason,
        }),
        run: (proposal, agent) => propose(agent, proposal),
    });
