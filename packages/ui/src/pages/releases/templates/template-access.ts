import type { RequiredPermission } from '../../../components/access/may.ts';

type Project = string | null | undefined;

export const createPermission = (project: Project): RequiredPermission =>
    project ? 'UPDATE_PROJECT_RELEASE_TEMPLATE' : 'RELEASE_PLAN_TEMPLATE_CREATE';

export const editPermission = (project: Project): RequiredPermission =>
    project ? 'UPDATE_PROJECT_RELEASE_TEMPLATE' : 'RELEASE_PLAN_TEMPLATE_UPDATE';

export const archivePermission = (project: Project): RequiredPermission =>
    project ? 'UPDATE_PROJECT_RELEASE_TEMPLATE' : 'RELEASE_PLAN_TEMPLATE_DELETE';
