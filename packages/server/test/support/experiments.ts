import type { TestApp } from './test-app.ts';

export const FLAG = '/api/admin/projects/default/features/checkout';
export const EXPERIMENTS = '/api/admin/projects/default/experiments';

interface FlagOptions {
    stickiness?: string;
    rollout?: string;
    weights?: Record<string, number>;
}

/** The flag "checkout" with variants, on in development. */
export async function variantsFlag(
    app: TestApp,
    { stickiness = 'userId', rollout = '100', weights = { red: 500, blue: 500 } }: FlagOptions = {},
): Promise<void> {
    await app.has.flag({ name: 'checkout' });
    await app.has.strategy({
        ...{ flag: 'checkout', name: 'flexibleRollout', parameters: { rollout, stickiness, groupId: 'checkout' } },
        variants: variantsOf(weights, stickiness),
    });
    await app.post(`${FLAG}/environments/development/on`);
}

export const variantsOf = (weights: Record<string, number>, stickiness = 'userId') =>
    Object.entries(weights).map(([name, weight]) => ({
        ...{ name, weight, weightType: 'fix', stickiness, payload: { type: 'string', value: name.slice(0, 1) } },
        ...(name === Object.keys(weights)[0] && { weightType: 'variable' }),
    }));

/** The body of a new experiment with the flag "checkout". */
export const newExperiment = (members: Record<string, unknown> = {}) => ({
    ...{ name: 'Colour', feature: 'checkout', environment: 'development', unit: 'userId', population: 'recomputed' },
    metrics: [{ key: 'bought', outcome: 'bought', kind: 'conversion', direction: 'up', role: 'primary' }],
    ...members,
});

export async function createdExperiment(app: TestApp, members: Record<string, unknown> = {}): Promise<string> {
    const { status, body } = await app.post(EXPERIMENTS, newExperiment(members));
    if (status !== 201) throw new Error(`The experiment was refused: ${JSON.stringify(body)}`);
    return body.id;
}
