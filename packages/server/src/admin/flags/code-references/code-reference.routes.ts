import type { Services } from '../../../app/services.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { inProject } from '../../../http/route/schemas.ts';
import { getFlagOrArchived, noSuchFlag } from '../flags/flag.queries.ts';
import { flagAt } from '../flags/flag.schemas.ts';
import { findReferences, lastScans, listScans } from './code-reference.queries.ts';
import {
    BranchQuery,
    CodeScans,
    CodeUpload,
    CodeUploadResult,
    FlagReferences,
    Removal,
    RemovalQuery,
} from './code-reference.schemas.ts';
import { removalOf } from './removal.ts';
import { deleteScans, storeScan } from './store-scan.ts';

const route = routeWithTag('Code references');
const PATH = '/api/admin/projects/:projectId/code-references';
const FLAG = '/api/admin/projects/:projectId/features/:featureName';

/** Sufficient for 20,000 references with long paths. */
const BODY_LIMIT = 8 * 1024 * 1024;

/** Code references are observations, not decisions of users: uploads record no event (decision 136). */
export const codeReferenceRoutes = ({ db, recordObservation, clock, flagIndex }: Services): Route[] => [
    route(`PUT ${PATH}`, {
        operationId: 'uploadCodeReferences',
        summary: 'Upload the code references of a branch of a repository',
        description:
            'Replaces earlier references of this branch. Names that are not flags of the project are ignored. Source text is not accepted.',
        access: ['UPDATE_CODE_REFERENCES', 'UPDATE_FEATURE'],
        scope: inProject,
        leavesNoEvent: true,
        body: CodeUpload,
        bodyLimit: BODY_LIMIT,
        responds: { status: 200, body: CodeUploadResult },
        handler: async ({ actor, params, body }) => {
            const now = clock().toISOString();
            const result = await storeScan(recordObservation, {
                ...body,
                project: params.projectId,
                by: actor.name,
                now,
            });
            await flagIndex.followMeasurements();
            return result;
        },
    }),
    route(`GET ${PATH}`, {
        operationId: 'getCodeScans',
        summary: 'List the scanned repositories and branches of a project',
        access: 'authenticated',
        responds: { status: 200, body: CodeScans },
        handler: async ({ params }) => ({ scans: await listScans(db, params.projectId) }),
    }),
    route(`DELETE ${PATH}`, {
        operationId: 'forgetCodeReferences',
        summary: 'Delete the code references of a repository or branch',
        access: ['UPDATE_CODE_REFERENCES', 'UPDATE_FEATURE'],
        scope: inProject,
        leavesNoEvent: true,
        query: BranchQuery,
        responds: { status: 200 },
        handler: async ({ params, query: { repository, branch } }) => {
            await deleteScans(recordObservation, { project: params.projectId, repository, branch });
            await flagIndex.followMeasurements();
        },
    }),
    route(`GET ${FLAG}/code-references`, {
        operationId: 'getFeatureCodeReferences',
        summary: 'List the code references of a flag, including when the last one was removed',
        access: 'authenticated',
        responds: { status: 200, body: FlagReferences },
        handler: async ({ params }) => {
            const { project, name } = await getFlagOrArchived(db, flagAt(params));
            return findReferences(db, project, name);
        },
    }),
    route(`GET ${FLAG}/removal`, {
        operationId: 'getFeatureRemoval',
        summary: 'Check whether a flag is safe to remove, with reasons',
        description:
            'A flag is safe to remove if no code uses it, it was not evaluated recently, and all users in production got the same value.',
        access: 'authenticated',
        query: RemovalQuery,
        responds: { status: 200, body: Removal },
        handler: async ({ params, query: { days = 30 } }) => {
            const at = flagAt(params);
            await flagIndex.whenProjectRead(at.project);
            const flag = flagIndex.get(at.name);
            if (flag?.project !== at.project) throw noSuchFlag(at);
            const scans = await lastScans(db, at.project);
            return removalOf(flag.row, { scannedAt: scans.get(at.project), now: clock(), days });
        },
    }),
];
