import type { TestApp } from './test-app.ts';

export const TEMPLATES = '/api/admin/release-plan-templates';

export const rollout = (percentage: string, more: object = {}) => ({
    name: 'flexibleRollout',
    parameters: { rollout: percentage, stickiness: 'default', groupId: '{{featureName}}' },
    ...more,
});

interface Step {
    name: string;
    strategies: object[];
    transitionCondition?: object;
}

export const step = (name: string, percentage: string, transitionCondition?: object): Step => ({
    name,
    strategies: [rollout(percentage)],
    ...(transitionCondition && { transitionCondition }),
});

/** Creates a template with these milestones, by default 10 % and 100 %. */
export async function newTemplate(
    app: TestApp,
    {
        name = 'steps',
        milestones = [step('few', '10'), step('all', '100')],
    }: { name?: string; milestones?: Step[] } = {},
) {
    const { status, body } = await app.post(TEMPLATES, {
        name,
        milestones: milestones.map((milestone, sortOrder) => ({ ...milestone, sortOrder })),
    });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body;
}

export const environmentOf = (flag: string, environment = 'development', project = 'default') =>
    `/api/admin/projects/${project}/features/${flag}/environments/${environment}`;

/** The rollout percentages that an SDK receives for a flag. */
export async function servedRollouts(app: TestApp, flag: string, token?: string): Promise<string[] | 'off'> {
    const { features } = await app.clientFeatures(token);
    const { enabled, strategies } = features.find(({ name }: { name: string }) => name === flag);
    return enabled
        ? strategies.map(({ parameters }: { parameters: { rollout: string } }) => parameters.rollout)
        : 'off';
}
