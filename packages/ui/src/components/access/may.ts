import { useCallback } from 'react';
import { permissionLabel } from '../../api/permission-labels.ts';
import type { Permission } from '../../api/types.ts';
import { useSession } from '../../pages/session/session.queries.ts';

export interface PermissionScope {
    project?: string | undefined;
    environment?: string | undefined;
}

/**
 * Returns a function that checks a permission of the signed-in user in a scope. The service enforces permissions; this only
 * disables controls.
 */
export function useMay(): (permission: Permission, scope?: PermissionScope) => boolean {
    const { data } = useSession();
    const permissions = data?.permissions;
    return useCallback(
        (permission, scope = {}) =>
            permissions?.some(
                (each) =>
                    each.permission === 'ADMIN' ||
                    (each.permission === permission &&
                        reaches(each.project, scope.project) &&
                        reaches(each.environment, scope.environment)),
            ) ?? false,
        [permissions],
    );
}

const reaches = (granted: string | undefined, required: string | undefined) =>
    !granted || granted === '*' || required === undefined || granted === required;

/** The required permission. Of several, one is sufficient; an empty list requires none. */
export type RequiredPermission = Permission | readonly Permission[];

/** Returns a function that explains why the signed-in user lacks a permission; undefined if they have it. */
export function useMissingPermission(): (needed: RequiredPermission, scope?: PermissionScope) => string | undefined {
    const may = useMay();
    return useCallback(
        (needed, scope = {}) => {
            const permissions = typeof needed === 'string' ? [needed] : needed;
            if (permissions.length === 0 || permissions.some((permission) => may(permission, scope))) return undefined;
            const { project, environment } = scope;
            const where = [project && `in project ${project}`, environment && `in ${environment}`].filter(Boolean);
            return `You need the permission ${[permissions.map(permissionLabel).join(' or '), ...where].join(' ')}.`;
        },
        [may],
    );
}
