interface Http {
    /** Sends a request that must succeed, and returns the body of the answer. */
    // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies freely
    create(method: string, path: string, body?: unknown): Promise<any>;
}

let counter = 0;
const unique = (kind: string) => `${kind}-${++counter}`;

/** Things that tests need to exist. Each is made through the API, with whatever the test does not care about filled in. */
export const factories = ({ create }: Http) => ({
    environment: (input: { name?: string; type?: string; protected?: boolean; enabled?: boolean } = {}) =>
        create('POST', '/api/admin/environments', { name: unique('environment'), type: 'test', ...input }),

    project: async (input: { id?: string; name?: string; environments?: string[]; [member: string]: unknown } = {}) => {
        const id = input.id ?? unique('project');
        return create('POST', '/api/admin/projects', { id, name: id, ...input });
    },

    /** A flag; with `enabled`, turned on in these environments, or with `true` in development. */
    flag: async ({
        project = 'default',
        enabled = [],
        ...input
    }: {
        name?: string;
        project?: string;
        type?: string;
        enabled?: boolean | string[];
        [member: string]: unknown;
    } = {}) => {
        const flag = await create('POST', `/api/admin/projects/${project}/features`, {
            name: unique('flag'),
            ...input,
        });
        const environments = enabled === true ? ['development'] : enabled === false ? [] : enabled;
        for (const environment of environments) {
            await create('POST', `/api/admin/projects/${project}/features/${flag.name}/environments/${environment}/on`);
        }
        return flag;
    },

    strategy: ({
        flag,
        project = 'default',
        environment = 'development',
        ...input
    }: {
        flag: string;
        project?: string;
        environment?: string;
        name?: string;
        [member: string]: unknown;
    }) =>
        create('POST', `/api/admin/projects/${project}/features/${flag}/environments/${environment}/strategies`, {
            name: 'default',
            ...input,
        }),

    segment: (input: { name?: string; project?: string; constraints?: unknown[] } = {}) =>
        create('POST', '/api/admin/segments', { name: unique('segment'), constraints: [], ...input }),

    token: (
        input: {
            tokenName?: string;
            type?: string;
            environment?: string;
            projects?: string[];
            expiresAt?: string;
        } = {},
    ) => create('POST', '/api/admin/api-tokens', { tokenName: unique('token'), type: 'client', ...input }),
});
