const FLAGS = '/api/admin/projects/storefront/features';
const ENVIRONMENTS = ['development', 'staging', 'production'];

/** Name, type, tag, and the environments in which the flag is on. */
const OTHER_FLAGS: [name: string, type: string, tag: string, on: number[]][] = [
    ['dark-mode', 'release', 'design', [0, 1, 2]],
    ['store-pickup', 'release', 'logistics', [0, 2]],
    ['search-synonyms', 'operational', 'catalogue', [0, 1]],
    ['product-reviews-v2', 'release', 'catalogue', [0, 1, 2]],
    ['price-history-chart', 'experiment', 'growth', []],
    ['maintenance-page', 'kill-switch', 'platform', [0, 1]],
    ['gift-wrapping', 'release', 'checkout', [0, 2]],
    ['free-shipping-banner', 'experiment', 'growth', [1]],
    ['express-checkout-button', 'experiment', 'checkout', [0, 1, 2]],
    ['disable-recommendations', 'kill-switch', 'platform', [0]],
    ['cookie-banner-v3', 'release', 'legal', [1]],
    ['catalogue-graphql', 'operational', 'platform', [0, 2]],
];

const constraint = (contextName: string, operator: string, values: string[]) => ({ contextName, operator, values });

export type Send = (method: string, path: string, body?: object, token?: string) => Promise<unknown>;

/** Creates the project, flags and segments that the screenshots show, and reports evaluations of the flags that are on. */
export async function createStorefront(send: Send) {
    const post = (path: string, body?: object) => send('POST', path, body);
    await send('PUT', '/api/admin/user-admin/1', { name: 'Ingrid Solheim', email: 'ingrid@northwind.example' });
    await post('/api/admin/environments', { name: 'staging', type: 'preproduction' });
    await send('PUT', '/api/admin/environments/sort-order', { development: 1, staging: 2, production: 3 });
    await post('/api/admin/projects', {
        id: 'storefront',
        name: 'Storefront',
        description: 'Everything customers see of Northwind',
        environments: ENVIRONMENTS,
    });
    for (const name of ['country', 'plan', 'appVersion']) await post('/api/admin/context', { name });
    await post('/api/admin/segments', {
        name: 'Northwind staff',
        constraints: [constraint('userId', 'STR_ENDS_WITH', ['@northwind.example'])],
    });
    await post('/api/admin/segments', {
        name: 'Nordic customers',
        constraints: [constraint('country', 'IN', ['NO', 'SE'])],
    });
    for (const [name, type, tag, on] of OTHER_FLAGS.toReversed()) {
        await post(FLAGS, { name, type, tags: [{ type: 'simple', value: tag }] });
        for (const index of on) await post(`${FLAGS}/${name}/environments/${ENVIRONMENTS[index]}/on`);
    }
    await createCheckout(post);
    const evaluated: typeof OTHER_FLAGS = [...OTHER_FLAGS, ['one-page-checkout', 'release', 'checkout', [0, 1, 2]]];
    for (const [index, environment] of ENVIRONMENTS.entries()) {
        const names = evaluated.filter(([, , , on]) => on.includes(index)).map(([name]) => name);
        await reportEvaluations(send, environment, names);
    }
}

/** Reports evaluations as the SDK of an application would. */
async function reportEvaluations(send: Send, environment: string, flags: readonly string[]) {
    const token = { tokenName: `shop-${environment}`, type: 'client', environment, projects: ['storefront'] };
    const { secret } = (await send('POST', '/api/admin/api-tokens', token)) as { secret: string };
    const now = new Date().toISOString();
    const toggles = Object.fromEntries(
        flags.map((name, index) => [name, { yes: 900 - 50 * index, no: 100 + 50 * index }]),
    );
    const bucket = { start: now, stop: now, toggles };
    await send('POST', '/api/client/metrics', { appName: 'shop', instanceId: 'shop-1', bucket }, secret);
}

/** Creates the flag of which the screenshots show the details. */
async function createCheckout(post: (path: string, body?: object) => Promise<unknown>) {
    const flag = `${FLAGS}/one-page-checkout`;
    await post(FLAGS, {
        name: 'one-page-checkout',
        description: 'The checkout on one page. Remove it together with the old checkout.',
        tags: ['checkout', 'q4'].map((value) => ({ type: 'simple', value })),
    });
    const strategies = `${flag}/environments/production/strategies`;
    await post(strategies, {
        name: 'flexibleRollout',
        title: 'Staff first',
        segments: [1],
        parameters: { rollout: '100', stickiness: 'userId', groupId: 'one-page-checkout' },
    });
    await post(strategies, {
        name: 'flexibleRollout',
        title: 'Nordic rollout',
        segments: [2],
        constraints: [
            constraint('plan', 'IN', ['team', 'enterprise']),
            { contextName: 'appVersion', operator: 'SEMVER_GT', value: '6.2.0' },
        ],
        parameters: { rollout: '60', stickiness: 'userId', groupId: 'one-page-checkout' },
        variants: [
            ['classic', 334],
            ['one-page', 333],
            ['two-steps', 333],
        ].map(([name, weight]) => ({ name, weight, weightType: 'variable', stickiness: 'userId' })),
    });
    for (const environment of ENVIRONMENTS) await post(`${flag}/environments/${environment}/on`);
    await post('/api/admin/projects/storefront/features/one-page-checkout/favorites');
}
