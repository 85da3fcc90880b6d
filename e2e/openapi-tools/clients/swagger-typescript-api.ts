import { Api, type HttpResponse } from '../generated/swagger-typescript-api/api.ts';
import { run, token, url } from './journey.ts';

const { api } = new Api({ baseUrl: url, baseApiParams: { headers: { authorization: token } } });
const projectId = 'default';

await run(
    {
        create: async (name) => (await api.createFeature(projectId, { name })).data,
        describe: async (name, value) =>
            (await api.patchFeature(projectId, name, [{ op: 'replace', path: '/description', value }])).data,
        turnOn: async (name) => {
            await api.toggleFeatureEnvironmentOn(projectId, name, 'development');
        },
        list: async () => (await api.getFeatures(projectId)).data.features,
        refusal: async (name) => {
            try {
                await api.createFeature(projectId, { name });
                return undefined;
            } catch (error) {
                return (error as HttpResponse<unknown, { message?: string }>).error.message;
            }
        },
    },
    'from-swagger-typescript-api',
);
