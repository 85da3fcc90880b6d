import { useCallback } from 'react';
import { permissionInWords } from '../../api/permission-labels.ts';
import type { Permission } from '../../api/types.ts';
import { useSession } from '../../pages/session/session.queries.ts';

export interface PermissionScope {
    project?: string | undefined;
    environment?: string | undefined;
}

/** Whether the signed-in user holds a permission at a place. The service decides; this only spares people the attempt. */
export function useMay(): (permission: Permission, scope?: PermissionScope) => boolean {
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

/** The permission it takes; of several, one is enough; of none, everyone may. */
export type Needed = Permission | readonly Permission[];

/** Why the signed-in user may not do something, in a sentence; undefined when they may. */
export function useWhyNot(): (needed: Needed, scope?: PermissionScope) => string | undefined {
    const may = useMay();
    return useCallback(
        (needed, scope = {}) => {
            const wanted = typeof needed === 'string' ? [needed] : needed;
            if (wanted.length === 0 || wanted.some((permission) => may(permission, scope))) return undefined;
            const { project, environment } = scope;
            const where = [project && `in project ${project}`, environment && `in ${environment}`].filter(Boolean);
            return `You need the permission ${[wanted.map(permissionInWords).join(' or '), ...where].join(' ')}.`;
        },
        [may],
    );
}
