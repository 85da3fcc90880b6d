import type { Permission } from '../../src/core/permissions.ts';
import type { Route } from '../../src/http/route.ts';

/*
 * Who may call what of the admin API, written down once and by hand: from the specification where it says so, else from what
 * the existing product does (decisions 26, 31 and 33 say where this one differs). Tests take their expectations from here, never
 * from the routes: a route that asks for the wrong permission fails, and so does one that is not in the table.
 */

const P = 'projects/:projectId';
const F = `${P}/features/:featureName`;
const E = `${F}/environments/:environment`;

/** One of the permissions is needed; none: whoever is signed in. */
const TABLE: [permissions: Permission[], routes: string[]][] = [
    [
        [],
        [
            // Reading what there is; private projects are hidden in another way.
            'GET addons',
            'GET addons/:id',
            'GET client-metrics/features/:name',
            'GET client-metrics/features/:name/raw',
            'GET context',
            'GET context/:contextField',
            'GET context/:contextField/strategies',
            'GET environments',
            'GET environments/:name',
            `GET environments/project/:projectId`,
            'GET event-creators',
            'GET events/:toggleName',
            'GET feature-types',
            'GET features/:featureName/tags',
            'GET instance-admin/statistics',
            'GET instance-admin/statistics/csv',
            'GET lifecycle/count',
            'GET live',
            'GET metrics/applications',
            'GET metrics/applications/:appName',
            'GET metrics/applications/:appName/overview',
            'GET metrics/instances/:appName/environment/:environment',
            'GET metrics/sdks/outdated',
            'GET metrics/unknown-flags',
            'GET permissions',
            'GET personal-dashboard',
            'GET personal-dashboard/:projectId',
            'GET projects',
            `GET ${P}`,
            `GET ${P}/applications`,
            `GET ${P}/context`,
            `GET ${P}/context/:contextField`,
            `GET ${P}/context/:contextField/strategies`,
            `GET ${P}/dependencies`,
            `GET ${P}/dora`,
            `GET ${P}/features`,
            `GET ${F}`,
            `GET ${E}`,
            `GET ${E}/strategies`,
            `GET ${E}/strategies/:strategyId`,
            `GET ${E}/variants`,
            `GET ${F}/lifecycle`,
            `GET ${F}/parent-variants`,
            `GET ${F}/parents`,
            `GET ${F}/variants`,
            `GET ${P}/flag-creators`,
            `GET ${P}/health-report`,
            `GET ${P}/insights`,
            `GET ${P}/overview`,
            `GET ${P}/sdks/outdated`,
            `GET ${P}/status`,
            'GET search/events',
            'GET search/features',
            'GET segments',
            'GET segments/:id',
            'GET segments/:id/strategies',
            'GET segments/strategies/:strategyId',
            'GET strategies',
            'GET strategies/:strategyName',
            'GET tag-types',
            'GET tag-types/:name',
            'GET tags',
            'GET tags/:type',
            'GET tags/:type/:value',
            'GET telemetry/settings',
            'GET ui-config',
            'GET user-admin/access',
            'GET user-admin/search',
            // One's own; of others: checked inside.
            'GET user',
            'GET user/profile',
            'GET user/roles',
            'GET user/sessions',
            'DELETE user/sessions/:sessionId',
            'GET user/tokens',
            'POST user/tokens',
            'DELETE user/tokens/:id',
            'POST user/change-password',
            'GET user-admin/:id/permissions',
            'POST feedback',
            'PUT feedback/:id',
            'POST splash/:id',
            `POST ${P}/favorites`,
            `DELETE ${P}/favorites`,
            `POST ${F}/favorites`,
            `DELETE ${F}/favorites`,
            // Questions.
            'POST constraints/validate',
            'POST features/validate',
            'POST features-batch/export',
            'POST features-batch/validate',
            'POST playground',
            'POST playground/advanced',
            'POST record-ui-error',
            'POST segments/validate',
            'POST tag-types/validate',
            'POST user-admin/validate-password',
            // In several environments at once: checked inside for each.
            `PUT ${F}/variants-batch`,
        ],
    ],
    [
        ['ADMIN'],
        [
            'GET access/overview',
            'GET addons/:id/events',
            'POST environments',
            'DELETE environments/:name',
            'POST environments/:name/clone',
            'POST environments/:name/off',
            'POST environments/:name/on',
            'POST environments/validate',
            'PUT environments/sort-order',
            'PUT environments/update/:name',
            'PUT feature-types/:id/lifetime',
            'GET groups',
            'POST groups',
            'GET groups/:groupId',
            'PUT groups/:groupId',
            'DELETE groups/:groupId',
            'GET invite-link/tokens',
            'POST invite-link/tokens',
            'GET invite-link/tokens/:token',
            'PUT invite-link/tokens/:token',
            'POST roles',
            'POST roles/validate',
            'PUT roles/:roleId',
            'DELETE roles/:roleId',
            'GET scim-settings',
            'POST scim-settings',
            'POST scim-settings/generate-new-token',
            'GET service-account',
            'POST service-account',
            'PUT service-account/:id',
            'DELETE service-account/:id',
            'GET service-account/:id/token',
            'POST service-account/:id/token',
            'DELETE service-account/:id/token/:tokenId',
            'POST ui-config',
            'GET user-admin',
            'POST user-admin',
            'GET user-admin/:id',
            'PUT user-admin/:id',
            'DELETE user-admin/:id',
            'POST user-admin/:id/change-password',
            'GET user-admin/:id/sessions',
            'DELETE user-admin/:id/sessions',
            'DELETE user-admin/:id/sessions/:sessionId',
            'GET user-admin/admin-count',
            'GET user-admin/inactive',
            'POST user-admin/inactive/delete',
            'POST user-admin/reset-password',
            'DELETE user-admin/scim-users',
        ],
    ],
    [
        ['ADMIN', 'READ_LOGS'],
        ['GET events', 'GET events/verify', 'GET logins'],
    ],
    [
        ['ADMIN', 'READ_ROLE'],
        ['GET roles', 'GET roles/:roleId', 'GET projects/roles/:roleId/access'],
    ],
    [['ADMIN', 'UPDATE_CORS'], ['POST ui-config/cors']],
    [
        ['ADMIN', 'UPDATE_MAINTENANCE_MODE'],
        ['GET maintenance', 'POST maintenance'],
    ],
    [
        ['ADMIN', 'UPDATE_AUTH_CONFIGURATION'],
        ['oidc', 'saml', 'simple'].flatMap((way) => [`GET auth/${way}/settings`, `POST auth/${way}/settings`]),
    ],

    [
        ['ADMIN', 'READ_CLIENT_API_TOKEN', 'READ_FRONTEND_API_TOKEN'],
        ['GET api-tokens', 'GET api-tokens/:name'],
    ],
    [['ADMIN', 'CREATE_CLIENT_API_TOKEN', 'CREATE_FRONTEND_API_TOKEN'], ['POST api-tokens']],
    [['ADMIN', 'UPDATE_CLIENT_API_TOKEN', 'UPDATE_FRONTEND_API_TOKEN'], ['PUT api-tokens/:token']],
    [['ADMIN', 'DELETE_CLIENT_API_TOKEN', 'DELETE_FRONTEND_API_TOKEN'], ['DELETE api-tokens/:token']],
    [['READ_PROJECT_API_TOKEN'], [`GET ${P}/api-tokens`]],
    [['CREATE_PROJECT_API_TOKEN'], [`POST ${P}/api-tokens`]],
    [['DELETE_PROJECT_API_TOKEN'], [`DELETE ${P}/api-tokens/:token`]],

    [['CREATE_ADDON'], ['POST addons']],
    [['UPDATE_ADDON'], ['PUT addons/:id', 'POST addons/:id/test']],
    [['DELETE_ADDON'], ['DELETE addons/:id']],
    [['UPDATE_APPLICATION'], ['POST metrics/applications/:appName', 'DELETE metrics/applications/:appName']],
    [['CREATE_STRATEGY'], ['POST strategies']],
    [
        ['UPDATE_STRATEGY'],
        [
            'PUT strategies/:strategyName',
            'POST strategies/:strategyName/deprecate',
            'POST strategies/:strategyName/reactivate',
        ],
    ],
    [['DELETE_STRATEGY'], ['DELETE strategies/:strategyName']],
    [['CREATE_TAG_TYPE'], ['POST tag-types', 'POST tags']],
    [['UPDATE_TAG_TYPE'], ['PUT tag-types/:name']],
    [['DELETE_TAG_TYPE'], ['DELETE tag-types/:name', 'DELETE tags/:type/:value']],

    [['CREATE_SEGMENT', 'UPDATE_PROJECT_SEGMENT'], ['POST segments']],
    [['UPDATE_SEGMENT', 'UPDATE_PROJECT_SEGMENT'], ['PUT segments/:id']],
    [['DELETE_SEGMENT', 'UPDATE_PROJECT_SEGMENT'], ['DELETE segments/:id']],
    [
        ['CREATE_CONTEXT_FIELD', 'UPDATE_PROJECT_CONTEXT'],
        ['POST context', `POST ${P}/context`],
    ],
    [
        ['UPDATE_CONTEXT_FIELD'],
        [
            'POST context/validate',
            'PUT context/:contextField',
            'POST context/:contextField/legal-values',
            'DELETE context/:contextField/legal-values/:value',
        ],
    ],
    [['DELETE_CONTEXT_FIELD'], ['DELETE context/:contextField']],
    [
        ['UPDATE_CONTEXT_FIELD', 'UPDATE_PROJECT_CONTEXT'],
        [
            `POST ${P}/context/validate`,
            `PUT ${P}/context/:contextField`,
            `POST ${P}/context/:contextField/legal-values`,
            `DELETE ${P}/context/:contextField/legal-values/:value`,
        ],
    ],
    [['DELETE_CONTEXT_FIELD', 'UPDATE_PROJECT_CONTEXT'], [`DELETE ${P}/context/:contextField`]],

    [['CREATE_PROJECT'], ['POST projects', 'POST projects/validate']],
    [
        ['UPDATE_PROJECT', 'PROJECT_SETTINGS_WRITE'],
        [`PUT ${P}`, `PUT ${P}/settings`],
    ],
    [['DELETE_PROJECT'], [`DELETE ${P}`, 'POST projects/archive/:projectId', 'POST projects/revive/:projectId']],
    [['UPDATE_PROJECT'], [`POST ${P}/environments`, `DELETE ${P}/environments/:environment`]],
    [['UPDATE_PROJECT', 'PROJECT_DEFAULT_STRATEGY_WRITE'], [`POST ${P}/environments/:environment/default-strategy`]],
    [['PROJECT_CHANGE_REQUEST_READ', 'UPDATE_PROJECT'], [`GET ${P}/change-requests/config`]],
    [['PROJECT_CHANGE_REQUEST_WRITE', 'UPDATE_PROJECT'], [`PUT ${P}/environments/:environment/change-requests/config`]],
    [['UPDATE_PROJECT', 'PROJECT_USER_ACCESS_READ'], [`GET ${P}/access`]],
    [
        ['UPDATE_PROJECT', 'PROJECT_USER_ACCESS_WRITE'],
        [
            `POST ${P}/access`,
            `PUT ${P}/access`,
            `PUT ${P}/users/:userId/roles`,
            `DELETE ${P}/users/:userId/roles`,
            `PUT ${P}/groups/:groupId/roles`,
            `DELETE ${P}/groups/:groupId/roles`,
        ],
    ],

    [['CREATE_FEATURE'], [`POST ${P}/features`, `POST ${F}/clone`]],
    [
        ['UPDATE_FEATURE'],
        [
            `PUT ${F}`,
            `PATCH ${F}`,
            `POST ${F}/lifecycle/complete`,
            `POST ${F}/lifecycle/uncomplete`,
            `POST ${F}/link`,
            `PUT ${F}/link/:linkId`,
            `DELETE ${F}/link/:linkId`,
            `POST ${P}/stale`,
            `POST ${P}/revive`,
            'POST archive/revive/:featureName',
            'POST features/:featureName/tags',
            'PUT features/:featureName/tags',
            'DELETE features/:featureName/tags/:type/:value',
            `PUT ${P}/tags`,
            // And what the file asks for: checked inside.
            'POST features-batch/import',
        ],
    ],
    [
        ['DELETE_FEATURE'],
        [
            `DELETE ${F}`,
            `POST ${P}/archive`,
            `POST ${P}/archive/validate`,
            `POST ${P}/delete`,
            'DELETE archive/:featureName',
        ],
    ],
    [['MOVE_FEATURE_TOGGLE'], [`POST ${F}/changeProject`]],
    [
        ['UPDATE_FEATURE_DEPENDENCY'],
        [`POST ${F}/dependencies`, `DELETE ${F}/dependencies`, `DELETE ${F}/dependencies/:parent`],
    ],
    [
        ['UPDATE_FEATURE_ENVIRONMENT'],
        [
            `POST ${E}/on`,
            `POST ${E}/off`,
            `POST ${P}/bulk_features/environments/:environment/on`,
            `POST ${P}/bulk_features/environments/:environment/off`,
        ],
    ],
    [['CREATE_FEATURE_STRATEGY'], [`POST ${E}/strategies`]],
    [
        ['UPDATE_FEATURE_STRATEGY'],
        [
            `PUT ${E}/strategies/:strategyId`,
            `PATCH ${E}/strategies/:strategyId`,
            `POST ${E}/strategies/set-sort-order`,
            'POST segments/strategies',
        ],
    ],
    [['DELETE_FEATURE_STRATEGY'], [`DELETE ${E}/strategies/:strategyId`]],
    [['UPDATE_FEATURE_ENVIRONMENT_VARIANTS'], [`PUT ${E}/variants`, `PATCH ${E}/variants`]],
];

const PERMISSIONS_OF = new Map(TABLE.flatMap(([permissions, routes]) => routes.map((route) => [route, permissions])));

export const ROUTES_IN_TABLE: readonly string[] = TABLE.flatMap(([, routes]) => routes);

/** How the table calls a route. */
export const inTable = ({ method, path }: Pick<Route, 'method' | 'path'>) =>
    `${method} ${path.replace('/api/admin/', '')}`;

/** The permissions of which a caller of the route needs one. */
export function permissionsFor(route: Pick<Route, 'method' | 'path'>): readonly Permission[] {
    const permissions = PERMISSIONS_OF.get(inTable(route));
    if (!permissions) throw new Error(`Say in the table of access who may call ${inTable(route)}`);
    return permissions;
}
