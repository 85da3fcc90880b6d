import type { ActionScope } from '../../../changes/proposable.ts';
import { type Route, route } from '../../../http/route/route.ts';
import { Actions } from './proposal.schemas.ts';
import { ACTION_NAMES, ACTIONS } from './registry.ts';

const NEEDS: Record<ActionScope, ('feature' | 'environment')[]> = {
    flagEnvironment: ['feature', 'environment'],
    flag: ['feature'],
    projectEnvironment: ['environment'],
    project: [],
};

export const proposalRoutes = (): Route[] => [
    route({
        method: 'GET',
        path: '/api/admin/proposals/actions',
        operationId: 'getProposableActions',
        summary: 'List the actions that a proposal may contain',
        tag: 'Proposals',
        access: 'authenticated',
        responds: { status: 200, body: Actions },
        handler: () => ({
            actions: ACTION_NAMES.map((name) => {
                const { about, permissions, says, payload } = ACTIONS[name];
                return { name, needs: NEEDS[about], permissions: [...permissions], says, payload };
            }),
        }),
    }),
];
