import { useCallback } from 'react';
import type { Permission } from '../../../api/types.ts';
import {
    type PermissionScope,
    type RequiredPermission,
    useMay,
    useMissingPermission,
} from '../../../components/access/may.ts';
import { useProject, useProjects } from '../../projects/project.queries.ts';
import { useSession } from '../../session/session.queries.ts';
import { useApprovals, useApprovalsOfAll } from './approvals.queries.ts';

/** The permissions whose changes can be proposed in protected environments without holding them. */
const PROPOSABLE = new Set<Permission>([
    'CREATE_FEATURE_STRATEGY',
    'UPDATE_FEATURE_STRATEGY',
    'DELETE_FEATURE_STRATEGY',
    'UPDATE_FEATURE_ENVIRONMENT',
    'UPDATE_FEATURE_ENVIRONMENT_VARIANTS',
    'UPDATE_FEATURE_DEPENDENCY',
    'DELETE_FEATURE',
    'UPDATE_PROJECT_SEGMENT',
]);

interface ProtectionTarget {
    project: string;
    /** One environment or several. Undefined for all environments, as when a flag is archived. */
    environment?: string | readonly string[] | undefined;
}

/** Returns the environments in which a change requires approvals, production first. */
export function useProtected({ project, environment }: ProtectionTarget, isEnabled = true): string[] {
    const { data = [] } = useApprovals(project, isEnabled);
    const isSelected = (name: string) => environment === undefined || [environment].flat().includes(name);
    return data
        .filter((each) => each.changeRequestEnabled && isSelected(each.environment))
        .toSorted((one, other) => Number(other.type === 'production') - Number(one.type === 'production'))
        .map((each) => each.environment);
}

/** Whether the signed-in user may propose changes in a project: in open projects everyone who can see it, otherwise only members. */
function useMayPropose(project: string, isEnabled: boolean): boolean {
    const { data: overview } = useProject(project, isEnabled);
    const { data: session } = useSession();
    return overview?.mode === 'open' || isMember(session, project);
}

const isMember = (session: ReturnType<typeof useSession>['data'], project: string) =>
    session?.permissions.some((granted) => granted.permission === 'ADMIN' || granted.project === project) ?? false;

/** Returns why a control is disabled. Controls whose change can be proposed are enabled. */
export function useRefusal(needed: RequiredPermission, scope: PermissionScope): string | undefined {
    const reason = useMissingPermission()(needed, scope);
    const permissions = typeof needed === 'string' ? [needed] : needed;
    const isProposable = reason !== undefined && permissions.some((permission) => PROPOSABLE.has(permission));
    const { project = '', environment } = scope;
    const isNeeded = isProposable && project !== '';
    const isProtected = useProtected({ project, environment }, isNeeded).length > 0;
    const mayPropose = useMayPropose(project, isNeeded && isProtected);
    return isNeeded && isProtected && mayPropose ? undefined : reason;
}

/** Returns a function that checks whether the user may make or propose a change in an environment. */
export function useMayChange(project: string): (permission: Permission, environment?: string) => boolean {
    const may = useMay();
    const guarded = useProtected({ project });
    const mayPropose = useMayPropose(project, guarded.length > 0);
    return (permission, environment) =>
        may(permission, { project, environment }) ||
        (mayPropose &&
            PROPOSABLE.has(permission) &&
            (environment === undefined ? guarded.length > 0 : guarded.includes(environment)));
}

/** The same for several projects. */
export function useMayChangeAnywhere(
    shown: readonly string[],
): (permission: Permission, at: { project: string; environment: string }) => boolean {
    const may = useMay();
    const { data: session } = useSession();
    const { data: projects } = useProjects();
    const approvals = useApprovalsOfAll(shown);
    return useCallback(
        (permission, { project, environment }) => {
            if (may(permission, { project, environment })) return true;
            const isGuarded = approvals
                .get(project)
                ?.some((each) => each.changeRequestEnabled && each.environment === environment);
            const isOpen = projects?.find(({ id }) => id === project)?.mode === 'open';
            return (isGuarded ?? false) && PROPOSABLE.has(permission) && (isOpen || isMember(session, project));
        },
        [may, session, projects, approvals],
    );
}
