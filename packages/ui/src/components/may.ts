import { useCallback } from 'react';
import { useSession } from '../pages/session/session.queries.ts';

export interface Scope {
    project?: string | undefined;
    environment?: string | undefined;
}

/** Whether the signed-in user holds a permission at a place. The service decides; this only spares people the attempt. */
export function useMay(): (permission: string, scope?: Scope) => boolean {
    const { data } = useSession();
    const held = data?.permissions;
    return useCallback(
        (permission, scope = {}) =>
            held?.some(
                (each) =>
                    each.permission === 'ADMIN' ||
                    (each.permission === permission &&
                        reaches(each.project, scope.project) &&
                        reaches(each.environment, scope.environment)),
            ) ?? false,
        [held],
    );
}

const reaches = (held: string | undefined, wanted: string | undefined) =>
    !held || held === '*' || wanted === undefined || held === wanted;
