import { api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { revertState } from '../revert/revert.queries.ts';
import type { WhatIfProposal } from './what-if.queries.ts';

interface AppliedSteps extends WhatIfProposal {
    successMessage: string;
    isProduction: boolean;
}

/** Applies several steps in one change: all of them, or none. */
export function useApplySteps() {
    return useChange(
        ({ project: projectId, steps }: AppliedSteps, client) =>
            client.POST('/api/admin/projects/{projectId}/proposals', { path: { projectId }, body: { steps } }),
        {
            successMessage: ({ successMessage }) => successMessage,
            invalidates: ['flags', 'search', 'projects', 'segments', 'playground'],
            staysUndoable: ({ isProduction }) => isProduction,
            undo: ({ project }, _before, { event }) => ({
                run: () => revertState(api, { project, event }),
                successMessage: 'The changes were undone',
            }),
        },
    );
}
