import { Type } from 'typebox';
import type { Services } from '../../../app/services.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { flagActions } from './flag.proposables.ts';
import { FlagNames, flagAt, flagEnvironmentAddress } from './flag.schemas.ts';
import { getFlagInEnvironment } from './flag-details.queries.ts';
import { FlagInEnvironment } from './flag-details.schemas.ts';
import { setFlagsEnabled } from './flag-switch.commands.ts';

const route = routeWithTag('Features');
const ENVIRONMENT = '/api/admin/projects/:projectId/features/:featureName/environments/:environment';
const BULK = '/api/admin/projects/:projectId/bulk_features/environments/:environment';

const SwitchQuery = Type.Object({
    shouldActivateDisabledStrategies: Type.Optional(
        Type.Boolean({
            default: false,
            description: 'If all strategies are disabled: enable them instead of adding the default strategy',
        }),
    ),
});

const { updateEnabled } = flagActions;

export const flagSwitchRoutes = ({ db, write, clock }: Services): Route[] => [
    route(`GET ${ENVIRONMENT}`, {
        operationId: 'getFeatureEnvironment',
        summary: 'Read the configuration of a flag in one environment',
        access: 'authenticated',
        responds: { status: 200, body: FlagInEnvironment },
        handler: ({ params }) =>
            getFlagInEnvironment(db, { ...flagAt(params), environment: params.environment, now: clock() }),
    }),
    ...(['on', 'off'] as const).flatMap((state) => [
        route(`POST ${ENVIRONMENT}/${state}`, {
            operationId: state === 'on' ? 'toggleFeatureEnvironmentOn' : 'toggleFeatureEnvironmentOff',
            summary: `Turn a flag ${state} in one environment`,
            ...updateEnabled.routeAccess,
            query: SwitchQuery,
            responds: { status: 200 },
            handler: ({ actor, params, query }) =>
                write(actor, updateEnabled.step(flagEnvironmentAddress(params), { ...query, enabled: state === 'on' })),
        }),
        route(`POST ${BULK}/${state}`, {
            operationId: state === 'on' ? 'bulkToggleFeaturesEnvironmentOn' : 'bulkToggleFeaturesEnvironmentOff',
            summary: `Turn several flags ${state} in one environment`,
            description: 'All flags are changed, or none if one cannot be changed.',
            ...updateEnabled.routeAccess,
            query: SwitchQuery,
            body: FlagNames,
            responds: { status: 200 },
            handler: ({ actor, params, query, body }) =>
                write(actor, setFlagsEnabled, {
                    ...query,
                    project: params.projectId,
                    names: body.features,
                    environment: params.environment,
                    enabled: state === 'on',
                }),
        }),
    ]),
];
