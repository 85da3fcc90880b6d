import { Type } from 'typebox';
import type { Experiment } from '../../admin/experiments/experiments/experiment.schemas.ts';
import type { ExperimentResults } from '../../admin/experiments/results/results.schemas.ts';
import { Body } from '../../http/route/schemas.ts';
import { tool } from '../tool.ts';
import { project } from './shapes.ts';

export const readExperiment = tool({
    name: 'read_experiment',
    title: 'Read the results of an experiment',
    description:
        'Read an experiment with its results: users by variant, whether the sample ratio matches (if not, do not trust the results), and for each metric the effects of the variants with intervals that hold at every look. Without `id` it lists the experiments of the project. To ship a variant, call propose_change with the action decideExperiment.',
    needs: 'read',
    input: Body({
        project,
        id: Type.Optional(
            Type.String({ minLength: 1, maxLength: 100, description: 'Id of the experiment; omit it to list all' }),
        ),
    }),
    async run({ project: of, id }, agent) {
        const experiments = `/api/admin/projects/${encodeURIComponent(of)}/experiments`;
        if (id === undefined) return agent.request<{ experiments: Experiment[] }>('GET', experiments);
        const address = `${experiments}/${encodeURIComponent(id)}`;
        const experiment = await agent.request<Experiment>('GET', address);
        const { vectors: _, ...results } = await agent.request<ExperimentResults>('GET', `${address}/results`);
        return { experiment, results };
    },
});
