import { createFeature, getFeatures, patchFeature, toggleFeatureEnvironmentOn } from '../generated/orval/api.ts';
import { run } from './journey.ts';

const projectId = 'default';

await run(
    {
        create: async (name) => {
            const { status, data } = await createFeature(projectId, { name });
            if (status !== 201) throw new Error(data.message);
            return data;
        },
        describe: async (name, value) => {
            const { status, data } = await patchFeature(projectId, name, [
                { op: 'replace', path: '/description', value },
            ]);
            if (status !== 200) throw new Error(data.message);
            return data;
        },
        turnOn: async (name) => {
            const { status } = await toggleFeatureEnvironmentOn(projectId, name, 'development');
            if (status !== 200) throw new Error(`Status ${status}`);
        },
        list: async () => {
            const { status, data } = await getFeatures(projectId);
            if (status !== 200) throw new Error(`Status ${status}`);
            return data.features;
        },
        refusal: async (name) => {
            const { status, data } = await createFeature(projectId, { name });
            return status === 201 ? undefined : data.message;
        },
    },
    'from-orval',
);
