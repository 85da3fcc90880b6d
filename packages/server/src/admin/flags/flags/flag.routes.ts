import type { Services } from '../../../app/services.ts';
import { requestedPast } from '../../../changes/past/as-of.ts';
import { mayKnowOf } from '../../../core/access/actor.ts';
import { mapYielding } from '../../../core/concurrency/yielding.ts';
import { noSuchProject } from '../../../core/errors/errors.ts';
import { MEMBER_NAMES } from '../../../core/flags/flag-members.ts';
import { respondWithFragments } from '../../../http/bodies/fragment-response.ts';
import { toFragment } from '../../../http/bodies/json-fragment.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { inProject, JsonPatch } from '../../../http/route/schemas.ts';
import { checkFlagName } from '../../catalogue/projects/feature-naming.ts';
import { namingOf } from '../../catalogue/projects/project.queries.ts';
import { overviewConditions } from '../feature-search/feature-search-filters.ts';
import { filterFlags } from '../flag-index/filter-flags.ts';
import { fragmentFor } from '../flag-index/indexed-flag.ts';
import { getFlagDetailsAt } from '../past/flag-at.ts';
import { flagOverviewsAt } from '../past/flags-at.ts';
import { getProjectForFlags, rejectUsedNames } from './flag.commands.ts';
import { flagActions } from './flag.proposables.ts';
import {
    ClonedFlag,
    FlagMetadata,
    FlagUpdate,
    flagAddress,
    flagAt,
    NameToValidate,
    NewFlag,
    NewProjectOfFlag,
} from './flag.schemas.ts';
import { cloneFlag, moveFlag } from './flag-copy.commands.ts';
import { getFlagDetails } from './flag-details.queries.ts';
import { FlagDetails, FlagDetailsQuery } from './flag-details.schemas.ts';
import { FlagOverviews, FlagOverviewsQuery } from './flag-overview.schemas.ts';
import { patchFlag } from './flag-settings.commands.ts';

const route = routeWithTag('Features');
const { createFeature, updateFeature, archiveFeature } = flagActions;
const FEATURES = '/api/admin/projects/:projectId/features';
const FEATURE = `${FEATURES}/:featureName`;

export const flagRoutes = ({ db, write, clock, flagIndex, projectIndex, snapshots, pastFlags }: Services): Route[] => [
    route(`GET ${FEATURES}`, {
        operationId: 'getFeatures',
        summary: 'List the flags of a project that are not archived',
        access: 'authenticated',
        query: FlagOverviewsQuery,
        responds: { status: 200, body: FlagOverviews, also: [304] },
        handler: async ({ actor, params: { projectId }, query, headers, signal }, reply) => {
            const { row } = await projectIndex.get(projectId);
            if (row.archived_at !== null) throw noSuchProject(projectId);
            const conditions = overviewConditions(query);
            const past = await requestedPast({ db, clock }, actor, query.asOf);
            if (past) {
                const pastQuery = { project: projectId, revision: past.moment.revision, known: past.known };
                const rows = await flagOverviewsAt({ db, snapshots, pastFlags }, pastQuery);
                const parts = await mapYielding(await filterFlags(rows, conditions, signal), toFragment, signal);
                return respondWithFragments({ before: '{"version":2,"features":', parts, after: '}' }, headers, reply);
            }
            await flagIndex.whenProjectRead(projectId);
            const flags = await filterFlags(flagIndex.of(projectId).live.inOrder, conditions, signal);
            // The first response encodes all flags.
            const toPart = fragmentFor(flagIndex.favoritesOf(actor.userId), 'overview');
            const parts = await mapYielding(flags, toPart, signal);
            return respondWithFragments({ before: '{"version":2,"features":', parts, after: '}' }, headers, reply);
        },
    }),
    route(createFeature.route, {
        operationId: 'createFeature',
        summary: 'Create a flag',
        description: 'The flag is off in all environments of the project and has no strategies.',
        ...createFeature.routeAccess,
        body: NewFlag,
        responds: { status: 201, body: FlagMetadata },
        errors: [404, 409],
        handler: ({ actor, params, body: { name, ...settings } }) =>
            write(actor, createFeature.step({ project: params.projectId, feature: name }, settings)),
    }),
    route('POST /api/admin/features/validate', {
        operationId: 'validateFeature',
        summary: 'Validate the name of a flag',
        access: 'authenticated',
        body: NameToValidate,
        leavesNoEvent: true,
        responds: { status: 200 },
        errors: [404, 409],
        handler: async ({ actor, body: { name, projectId } }) => {
            await rejectUsedNames(db, [name]);
            if (!projectId) return;
            if (!mayKnowOf(actor, projectId)) throw noSuchProject(projectId);
            checkFlagName(name, namingOf(await getProjectForFlags(db, projectId)));
        },
    }),
    route(`GET ${FEATURE}`, {
        operationId: 'getFeature',
        summary: 'Read a flag with all details',
        access: 'authenticated',
        query: FlagDetailsQuery,
        responds: { status: 200, body: FlagDetails },
        handler: async ({ actor, params, query: { asOf, ...query } }) => {
            const past = await requestedPast({ db, clock }, actor, asOf);
            if (past) return getFlagDetailsAt({ db, snapshots, pastFlags }, flagAt(params), { ...query, ...past });
            return getFlagDetails(db, flagAt(params), { ...query, userId: actor.userId, now: clock() });
        },
    }),
    route(updateFeature.route, {
        operationId: 'updateFeature',
        summary: 'Replace the settings of a flag',
        ...updateFeature.routeAccess,
        body: FlagUpdate,
        responds: { status: 200, body: FlagMetadata },
        handler: ({ actor, params, body }) => write(actor, updateFeature.step(flagAddress(params), body)),
    }),
    route(`PATCH ${FEATURE}`, {
        operationId: 'patchFeature',
        summary: 'Change single settings of a flag',
        description: `Accepts JSON Patch operations on ${MEMBER_NAMES.map((name) => `\`${name}\``).join(', ')}, \`stale\` and \`archived\`. The name and the project do not change, and other paths are ignored.`,
        ...updateFeature.routeAccess,
        body: JsonPatch,
        responds: { status: 200, body: FlagMetadata },
        handler: ({ actor, params, body }) => write(actor, patchFlag, { ...flagAt(params), operations: body }),
    }),
    route(archiveFeature.route, {
        operationId: 'archiveFeature',
        summary: 'Archive a flag',
        description: 'SDKs no longer receive the flag. It can be revived or permanently deleted.',
        ...archiveFeature.routeAccess,
        responds: { status: 202 },
        handler: ({ actor, params }) => write(actor, archiveFeature.step(flagAddress(params), null)),
    }),
    route(`POST ${FEATURE}/clone`, {
        operationId: 'cloneFeature',
        summary: 'Copy a flag with its strategies, variants and dependencies',
        description: 'The copy is off in all environments.',
        access: 'CREATE_FEATURE',
        scope: inProject,
        body: ClonedFlag,
        responds: { status: 201, body: FlagMetadata },
        errors: [404, 409],
        handler: ({ actor, params, body }) => write(actor, cloneFlag, { ...flagAt(params), copy: body }),
    }),
    route(`POST ${FEATURE}/changeProject`, {
        operationId: 'changeProject',
        summary: 'Move a flag to another project',
        description: 'Requires the permission in both projects. Both projects must have the same environments.',
        access: 'MOVE_FEATURE_TOGGLE',
        scope: inProject,
        body: NewProjectOfFlag,
        responds: { status: 200 },
        handler: ({ actor, params, body: { newProjectId } }) =>
            write(actor, moveFlag, { ...flagAt(params), newProject: newProjectId }),
    }),
];
