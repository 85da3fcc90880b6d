/** How a permission is bound: to the instance, to a project, or to an environment of a project. */
export type PermissionScope = 'root' | 'project' | 'environment';

/**
 * The catalogue. To add a permission, add a line. `reserved`: a name that tools send and that roles may contain, but that no route
 * requires, so it is not offered.
 */
export const PERMISSIONS = {
    ADMIN: { scope: 'root', label: 'Everything' },

    CREATE_ADDON: { scope: 'root', label: 'Create integrations' },
    UPDATE_ADDON: { scope: 'root', label: 'Change integrations' },
    DELETE_ADDON: { scope: 'root', label: 'Delete integrations' },
    CREATE_CLIENT_API_TOKEN: { scope: 'root', label: 'Create backend API tokens' },
    READ_CLIENT_API_TOKEN: { scope: 'root', label: 'See backend API tokens' },
    UPDATE_CLIENT_API_TOKEN: { scope: 'root', label: 'Change backend API tokens' },
    DELETE_CLIENT_API_TOKEN: { scope: 'root', label: 'Delete backend API tokens' },
    CREATE_FRONTEND_API_TOKEN: { scope: 'root', label: 'Create frontend API tokens' },
    READ_FRONTEND_API_TOKEN: { scope: 'root', label: 'See frontend API tokens' },
    UPDATE_FRONTEND_API_TOKEN: { scope: 'root', label: 'Change frontend API tokens' },
    DELETE_FRONTEND_API_TOKEN: { scope: 'root', label: 'Delete frontend API tokens' },
    UPDATE_APPLICATION: { scope: 'root', label: 'Change applications' },
    UPDATE_IMPACT_METRICS: { scope: 'root', label: 'Change charts of metrics that belong to no flag' },
    CREATE_PROJECT: { scope: 'root', label: 'Create projects' },
    READ_ROLE: { scope: 'root', label: 'See roles' },
    READ_LOGS: { scope: 'root', label: 'See the instance-wide logs' },
    CREATE_CONTEXT_FIELD: { scope: 'root', label: 'Create context fields' },
    UPDATE_CONTEXT_FIELD: { scope: 'root', label: 'Change context fields' },
    DELETE_CONTEXT_FIELD: { scope: 'root', label: 'Delete context fields' },
    CREATE_SEGMENT: { scope: 'root', label: 'Create segments' },
    UPDATE_SEGMENT: { scope: 'root', label: 'Change segments' },
    DELETE_SEGMENT: { scope: 'root', label: 'Delete segments' },
    CREATE_STRATEGY: { scope: 'root', label: 'Create strategy types' },
    UPDATE_STRATEGY: { scope: 'root', label: 'Change strategy types' },
    DELETE_STRATEGY: { scope: 'root', label: 'Delete strategy types' },
    CREATE_TAG_TYPE: { scope: 'root', label: 'Create tag types' },
    UPDATE_TAG_TYPE: { scope: 'root', label: 'Change tag types' },
    DELETE_TAG_TYPE: { scope: 'root', label: 'Delete tag types' },
    RELEASE_PLAN_TEMPLATE_CREATE: { scope: 'root', label: 'Create release templates' },
    RELEASE_PLAN_TEMPLATE_UPDATE: { scope: 'root', label: 'Change release templates' },
    RELEASE_PLAN_TEMPLATE_DELETE: { scope: 'root', label: 'Archive and delete release templates' },
    UPDATE_MAINTENANCE_MODE: { scope: 'root', label: 'Switch maintenance mode' },
    UPDATE_INSTANCE_BANNERS: { scope: 'root', label: 'Change banners', reserved: true },
    UPDATE_CORS: { scope: 'root', label: 'Change the allowed origins of the frontend API' },
    UPDATE_AUTH_CONFIGURATION: {
        scope: 'root',
        label: 'See single sign-on and change its details (only administrators change the provider and the users that can sign in)',
    },

    CREATE_FEATURE: { scope: 'project', label: 'Create flags' },
    UPDATE_FEATURE: { scope: 'project', label: 'Change flags' },
    DELETE_FEATURE: { scope: 'project', label: 'Archive and delete flags' },
    UPDATE_FEATURE_VARIANTS: { scope: 'project', label: 'Change flag variants', reserved: true },
    UPDATE_FEATURE_DEPENDENCY: { scope: 'project', label: 'Change flag dependencies' },
    MOVE_FEATURE_TOGGLE: { scope: 'project', label: 'Move flags to another project' },
    UPDATE_PROJECT: { scope: 'project', label: 'Change the project' },
    DELETE_PROJECT: { scope: 'project', label: 'Archive and delete the project' },
    PROJECT_USER_ACCESS_READ: { scope: 'project', label: 'See who has access' },
    PROJECT_USER_ACCESS_WRITE: { scope: 'project', label: 'Change who has access' },
    PROJECT_DEFAULT_STRATEGY_READ: { scope: 'project', label: 'See default strategies', reserved: true },
    PROJECT_DEFAULT_STRATEGY_WRITE: { scope: 'project', label: 'Change default strategies' },
    PROJECT_SETTINGS_READ: { scope: 'project', label: 'See project settings', reserved: true },
    PROJECT_SETTINGS_WRITE: { scope: 'project', label: 'Change project settings' },
    PROJECT_CHANGE_REQUEST_READ: { scope: 'project', label: 'See change request settings', reserved: true },
    PROJECT_CHANGE_REQUEST_WRITE: { scope: 'project', label: 'Change change request settings' },
    READ_PROJECT_API_TOKEN: { scope: 'project', label: 'See API tokens of the project' },
    CREATE_PROJECT_API_TOKEN: { scope: 'project', label: 'Create API tokens of the project' },
    DELETE_PROJECT_API_TOKEN: { scope: 'project', label: 'Delete API tokens of the project' },
    UPDATE_PROJECT_SEGMENT: { scope: 'project', label: 'Change segments of the project' },
    UPDATE_PROJECT_CONTEXT: { scope: 'project', label: 'Change context fields of the project' },
    READ_TRAFFIC_EXAMPLES: {
        scope: 'project',
        label: 'See the individual users that a change would affect, and exact counts, from sampled traffic',
    },
    UPDATE_CODE_REFERENCES: { scope: 'project', label: 'Upload code references' },
    UPDATE_PROJECT_RELEASE_TEMPLATE: { scope: 'project', label: 'Change release templates of the project' },

    CREATE_EXPERIMENT: { scope: 'project', label: 'Create experiments' },
    UPDATE_EXPERIMENT: { scope: 'project', label: 'Change, start and stop experiments, and their metrics' },
    DELETE_EXPERIMENT: { scope: 'project', label: 'Delete experiments' },
    UPDATE_EXPERIMENT_SOURCE: {
        scope: 'project',
        label: 'Change the databases that experiments query, with their queries and credentials',
    },

    CREATE_FEATURE_STRATEGY: { scope: 'environment', label: 'Add strategies' },
    UPDATE_FEATURE_STRATEGY: { scope: 'environment', label: 'Change strategies' },
    DELETE_FEATURE_STRATEGY: { scope: 'environment', label: 'Remove strategies' },
    UPDATE_FEATURE_ENVIRONMENT: { scope: 'environment', label: 'Turn flags on and off' },
    UPDATE_FEATURE_ENVIRONMENT_VARIANTS: { scope: 'environment', label: 'Change variants' },
    DECIDE_EXPERIMENT: { scope: 'environment', label: 'Ship the variant that an experiment is decided for' },
    APPROVE_CHANGE_REQUEST: { scope: 'environment', label: 'Approve change requests' },
    APPLY_CHANGE_REQUEST: { scope: 'environment', label: 'Apply change requests' },
    SKIP_CHANGE_REQUEST: { scope: 'environment', label: 'Change flags without a change request' },
} as const satisfies Record<string, { scope: PermissionScope; label: string; reserved?: true }>;

export type Permission = keyof typeof PERMISSIONS;

// The object is never extended, so its keys are exactly the declared names.
export const PERMISSION_NAMES = Object.keys(PERMISSIONS) as Permission[];

/** Returns the permissions that are in use, in the order of the catalogue. */
export const permissionsIn = (scope: PermissionScope): Permission[] =>
    PERMISSION_NAMES.filter((name) => PERMISSIONS[name].scope === scope && !('reserved' in PERMISSIONS[name]));

type InScope<S extends PermissionScope> = {
    [P in Permission]: (typeof PERMISSIONS)[P]['scope'] extends S ? P : never;
}[Permission];

export type RootPermission = InScope<'root'>;

const STRATEGY_WORK: Permission[] = [
    'CREATE_FEATURE_STRATEGY',
    'UPDATE_FEATURE_STRATEGY',
    'DELETE_FEATURE_STRATEGY',
    'UPDATE_FEATURE_ENVIRONMENT',
    'UPDATE_FEATURE_ENVIRONMENT_VARIANTS',
    'DECIDE_EXPERIMENT',
];

const FLAG_WORK: Permission[] = [
    'CREATE_FEATURE',
    'UPDATE_FEATURE',
    'DELETE_FEATURE',
    'UPDATE_FEATURE_VARIANTS',
    'UPDATE_FEATURE_DEPENDENCY',
    'READ_PROJECT_API_TOKEN',
    'CREATE_PROJECT_API_TOKEN',
    'DELETE_PROJECT_API_TOKEN',
    'CREATE_EXPERIMENT',
    'UPDATE_EXPERIMENT',
    'DELETE_EXPERIMENT',
    ...STRATEGY_WORK,
];

const PROJECT_WORK: Permission[] = [...FLAG_WORK, 'MOVE_FEATURE_TOGGLE', 'UPDATE_PROJECT', 'DELETE_PROJECT'];

/** The roles of a new installation. Ids are part of the API: tools refer to them by number. */
export const PREDEFINED_ROLES = [
    { id: 1, name: 'Admin', type: 'root', description: 'May do everything', permissions: ['ADMIN'] },
    {
        id: 2,
        name: 'Editor',
        type: 'root',
        description: 'May work on the default project and create projects',
        permissions: [
            'CREATE_ADDON',
            'UPDATE_ADDON',
            'DELETE_ADDON',
            'CREATE_CONTEXT_FIELD',
            'UPDATE_CONTEXT_FIELD',
            'DELETE_CONTEXT_FIELD',
            'CREATE_SEGMENT',
            'UPDATE_SEGMENT',
            'DELETE_SEGMENT',
            'CREATE_STRATEGY',
            'UPDATE_STRATEGY',
            'DELETE_STRATEGY',
            'CREATE_TAG_TYPE',
            'UPDATE_TAG_TYPE',
            'DELETE_TAG_TYPE',
            'CREATE_PROJECT',
            'READ_CLIENT_API_TOKEN',
            'READ_FRONTEND_API_TOKEN',
            'UPDATE_APPLICATION',
            'UPDATE_IMPACT_METRICS',
            'RELEASE_PLAN_TEMPLATE_CREATE',
            'RELEASE_PLAN_TEMPLATE_UPDATE',
            ...PROJECT_WORK,
        ],
    },
    { id: 3, name: 'Viewer', type: 'root', description: 'May see everything that is not private', permissions: [] },
    {
        id: 4,
        name: 'Owner',
        type: 'project',
        description: 'May do everything in the project',
        permissions: [
            ...PROJECT_WORK,
            'UPDATE_PROJECT_CONTEXT',
            'UPDATE_PROJECT_SEGMENT',
            'UPDATE_PROJECT_RELEASE_TEMPLATE',
            'UPDATE_EXPERIMENT_SOURCE',
            'READ_TRAFFIC_EXAMPLES',
            'APPROVE_CHANGE_REQUEST',
            'APPLY_CHANGE_REQUEST',
        ],
    },
    {
        id: 5,
        name: 'Member',
        type: 'project',
        description: 'May work on the flags of the project',
        permissions: FLAG_WORK,
    },
    { id: 6, name: 'Reader', type: 'project', description: 'May see the project', permissions: [] },
] as const satisfies { id: number; name: string; type: string; description: string; permissions: Permission[] }[];

/** It belongs to the installation and always exists. Root roles include project permissions for this project only. */
export const DEFAULT_PROJECT = 'default';

export const ROLE_ID = { admin: 1, editor: 2, viewer: 3, owner: 4, member: 5, reader: 6 } as const;
