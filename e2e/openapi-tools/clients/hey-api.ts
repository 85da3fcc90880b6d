import { client } from '../generated/hey-api/client.gen.ts';
import { createFeature, getFeatures, patchFeature, toggleFeatureEnvironmentOn } from '../generated/hey-api/sdk.gen.ts';
import { run, token, url } from './journey.ts';

client.setConfig({ baseUrl: url, auth: token, throwOnError: true });
const path = { projectId: 'default' };

await run(
    {
        create: async (name) => (await createFeature({ path, body: { name }, throwOnError: true })).data,
        describe: async (featureName, value) =>
            (
                await patchFeature({
                    path: { ...path, featureName },
                    body: [{ op: 'replace', path: '/description', value }],
                    throwOnError: true,
                })
            ).data,
        turnOn: async (featureName) => {
            await toggleFeatureEnvironmentOn({
                path: { ...path, featureName, environment: 'development' },
                throwOnError: true,
            });
        },
        list: async () => (await getFeatures({ path, throwOnError: true })).data.features,
        refusal: async (name) => (await createFeature({ path, body: { name }, throwOnError: false })).error?.message,
    },
    'from-hey-api',
);
