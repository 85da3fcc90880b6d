import type { Services } from '../../../app/services.ts';
import { listActions } from '../../../changes/action-registry.ts';
import type { ActionScope } from '../../../changes/proposable.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { applyProposal } from './proposal.commands.ts';
import { Actions, AppliedProposal, proposal } from './proposal.schemas.ts';

const route = routeWithTag('Proposals');

const NEEDS: Record<ActionScope, ('feature' | 'environment')[]> = {
    flagEnvironment: ['feature', 'environment'],
    flag: ['feature'],
    projectEnvironment: ['environment'],
    project: [],
};

export const proposalRoutes = ({ write }: Services): Route[] => [
    route('GET /api/admin/proposals/actions', {
        operationId: 'getProposableActions',
        summary: 'List the actions that a proposal may contain',
        access: 'authenticated',
        responds: { status: 200, body: Actions },
        handler: () => ({
            actions: listActions().map(({ name, about, permissions, says, payload }) => ({
                name,
                needs: NEEDS[about],
                permissions: [...permissions],
                says,
                payload,
            })),
        }),
    }),
    route('POST /api/admin/projects/:projectId/proposals', {
        operationId: 'applyProposal',
        summary: 'Apply several changes of a project at once',
        description:
            'All steps are applied in one change, or none of them. Each step requires its permission, and the approvals of its environment.',
        access: 'authenticated',
        expensive: true,
        body: proposal(),
        responds: { status: 200, body: AppliedProposal },
        errors: [404, 409],
        handler: ({ actor, params, body: { steps } }) =>
            write(actor, applyProposal, { project: params.projectId, steps }),
    }),
];
