import createClient from 'openapi-fetch';
import type { paths } from '../generated/openapi-fetch/schema.ts';
import { run, token, url } from './journey.ts';

const client = createClient<paths>({ baseUrl: url, headers: { authorization: token } });
const projectId = 'default';

function successful<T>({ data, error }: { data?: T; error?: unknown }): T {
    if (data === undefined) throw new Error(JSON.stringify(error));
    return data;
}

await run(
    {
        create: async (name) =>
            successful(
                await client.POST('/api/admin/projects/{projectId}/features', {
                    params: { path: { projectId } },
                    body: { name },
                }),
            ),
        describe: async (featureName, description) =>
            successful(
                await client.PATCH('/api/admin/projects/{projectId}/features/{featureName}', {
                    params: { path: { projectId, featureName } },
                    body: [{ op: 'replace', path: '/description', value: description }],
                }),
            ),
        turnOn: async (featureName) => {
            const { response } = await client.POST(
                '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/on',
                { params: { path: { projectId, featureName, environment: 'development' } } },
            );
            if (!response.ok) throw new Error(`Status ${response.status}`);
        },
        list: async () =>
            successful(
                await client.GET('/api/admin/projects/{projectId}/features', { params: { path: { projectId } } }),
            ).features,
        refusal: async (name) => {
            const { error } = await client.POST('/api/admin/projects/{projectId}/features', {
                params: { path: { projectId } },
                body: { name },
            });
            return error?.message;
        },
    },
    'from-openapi-fetch',
);
