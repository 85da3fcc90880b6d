import type { Services } from '../../../app/services.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { inProject } from '../../../http/route/schemas.ts';
import { ArchiveCheck, FlagNames, StaleFlags } from './flag.schemas.ts';
import { archiveFlags, deleteFlag, deleteFlags, reviveFlag, reviveFlags } from './flag-archive.commands.ts';
import { checkArchiving } from './flag-archive.queries.ts';
import { flagScope } from './flag-scope.ts';
import { setFlagsStale } from './flag-settings.commands.ts';

const route = routeWithTag('Archive');
const featuresRoute = routeWithTag('Features');
const PROJECT = '/api/admin/projects/:projectId';

export const flagArchiveRoutes = ({ db, write }: Services): Route[] => {
    const scopeOf = flagScope(db);

    return [
        featuresRoute(`POST ${PROJECT}/stale`, {
            operationId: 'staleFeatures',
            summary: 'Mark flags as stale, or as not stale',
            description: 'Flags that do not exist are ignored.',
            access: 'UPDATE_FEATURE',
            scope: inProject,
            body: StaleFlags,
            responds: { status: 202 },
            errors: [],
            handler: ({ actor, params, body }) =>
                write(actor, setFlagsStale, { project: params.projectId, names: body.features, stale: body.stale }),
        }),
        route(`POST ${PROJECT}/archive`, {
            operationId: 'archiveFeatures',
            summary: 'Archive several flags',
            description: 'Flags that do not exist are ignored.',
            access: 'DELETE_FEATURE',
            scope: inProject,
            body: FlagNames,
            responds: { status: 202 },
            errors: [],
            handler: ({ actor, params, body }) =>
                write(actor, archiveFlags, { project: params.projectId, names: body.features }),
        }),
        route(`POST ${PROJECT}/archive/validate`, {
            operationId: 'validateArchiveFeatures',
            summary: 'Validate the archiving of several flags',
            access: 'DELETE_FEATURE',
            scope: inProject,
            body: FlagNames,
            leavesNoEvent: true,
            responds: { status: 200, body: ArchiveCheck },
            errors: [],
            handler: ({ actor, params, body }) =>
                checkArchiving(db, actor, { project: params.projectId, names: body.features }),
        }),
        route(`POST ${PROJECT}/revive`, {
            operationId: 'reviveFeatures',
            summary: 'Revive several archived flags',
            description: 'Revived flags are off in all environments. Flags that are not archived are ignored.',
            access: 'UPDATE_FEATURE',
            scope: inProject,
            body: FlagNames,
            responds: { status: 200 },
            handler: ({ actor, params, body }) =>
                write(actor, reviveFlags, { project: params.projectId, names: body.features }),
        }),
        route(`POST ${PROJECT}/delete`, {
            operationId: 'deleteFeatures',
            summary: 'Permanently delete several archived flags',
            description: 'Flags that are not archived are ignored.',
            access: 'DELETE_FEATURE',
            scope: inProject,
            body: FlagNames,
            responds: { status: 200 },
            errors: [],
            handler: ({ actor, params, body }) =>
                write(actor, deleteFlags, { project: params.projectId, names: body.features }),
        }),
        route('POST /api/admin/archive/revive/:featureName', {
            operationId: 'reviveFeature',
            summary: 'Revive an archived flag',
            description: 'The flag is off in all environments.',
            access: 'UPDATE_FEATURE',
            scope: scopeOf,
            responds: { status: 200 },
            handler: ({ actor, params }) => write(actor, reviveFlag, { name: params.featureName }),
        }),
        route('DELETE /api/admin/archive/:featureName', {
            operationId: 'deleteFeature',
            summary: 'Permanently delete an archived flag',
            description: 'Succeeds even if the flag does not exist or is not archived.',
            access: 'DELETE_FEATURE',
            scope: scopeOf,
            responds: { status: 200 },
            errors: [],
            handler: ({ actor, params }) => write(actor, deleteFlag, { name: params.featureName }),
        }),
    ];
};
