import type { Services } from '../../../app/services.ts';
import { invalid } from '../../../core/errors/errors.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { inProject } from '../../../http/route/schemas.ts';
import { getProject } from '../projects/project.queries.ts';
import { updateExperimentSettings } from './outcome-settings.commands.ts';
import { findExperimentSettings } from './outcome-settings.queries.ts';
import { DeletedUnit, ExperimentSettings, ExperimentSettingsUpdate } from './outcome-settings.schemas.ts';
import { deleteUnit } from './unit.commands.ts';

const route = routeWithTag('Experiments');
const SETTINGS = '/api/admin/projects/:projectId/experiments/settings';

export const outcomeSettingsRoutes = ({ db, write, reports, outcomeUnits, trafficSamples }: Services): Route[] => [
    route(`GET ${SETTINGS}`, {
        operationId: 'getExperimentSettings',
        summary: 'Read which outcomes a project stores with their users',
        access: 'authenticated',
        responds: { status: 200, body: ExperimentSettings },
        handler: async ({ params }) => {
            await getProject(db, params.projectId);
            return findExperimentSettings(db, params.projectId);
        },
    }),
    route(`PUT ${SETTINGS}`, {
        operationId: 'updateExperimentSettings',
        summary: 'Set which outcomes a project stores with their users',
        description:
            'Users are stored as keyed hashes. Context fields are stored encrypted; members that are not sent stay as they are.',
        access: ['UPDATE_PROJECT', 'PROJECT_SETTINGS_WRITE'],
        scope: inProject,
        body: ExperimentSettingsUpdate,
        responds: { status: 200, body: ExperimentSettings },
        handler: ({ actor, params, body }) => {
            if (body.contextFields?.length && !outcomeUnits.canStoreContexts) {
                throw invalid('Context fields are stored encrypted. Set SECRET_KEY first.', '/body/contextFields');
            }
            return write(actor, updateExperimentSettings, { project: params.projectId, ...body });
        },
    }),
    route('DELETE /api/admin/units/:value', {
        operationId: 'deleteUnit',
        summary: 'Delete everything that is stored about a user',
        description:
            'The value is the one that applications send as unit, or as a context field: outcomes, exposures, samples of traffic and personas ' +
            'with it are deleted. The audit log contains how much was deleted, not the value.',
        access: 'ADMIN',
        responds: { status: 200, body: DeletedUnit },
        errors: [],
        handler: async ({ actor, params }) => {
            // Reports that wait to be stored may contain the user.
            await reports.store();
            const { value: unit } = params;
            return write(actor, deleteUnit, { unit, hash: outcomeUnits.hashOf(unit), samples: trafficSamples });
        },
    }),
];
