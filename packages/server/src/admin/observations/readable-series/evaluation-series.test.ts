import { expect, test } from 'vitest';
import { CLIENT_TOKEN, type TestApp, testApp } from '../../../../test/support/test-app.ts';
import { ROLE_ID } from '../../../core/access/permissions.ts';

const report = async (app: TestApp, flag: string, counts: object) => {
    const stop = new Date().toISOString();
    const bucket = { start: stop, stop, toggles: { [flag]: counts } };
    await app.post('/api/client/metrics', { appName: 'web', instanceId: 'i', bucket }, { token: CLIENT_TOKEN });
    await app.services.reports.store();
};

/** The counts of evaluations of the last day or month by the values of the labels, joined by commas. */
async function evaluations(app: TestApp, labels: Record<string, string[]>, range = 'day', person: object = {}) {
    const parameters = new URLSearchParams({
        ...{ metricName: 'flag_evaluations_total', aggregationMode: 'count', range, mode: 'display' },
        labels: JSON.stringify(labels),
    });
    const { body } = await app.get(`/api/admin/impact-metrics?${parameters}`, person);
    type Listed = { metric: Record<string, string>; data: [number, string][] };
    return Object.fromEntries(
        body.series.map(({ metric, data }: Listed) => [
            Object.values(metric).join(),
            data.reduce((sum, [, value]) => sum + Number(value), 0),
        ]),
    );
}

test.each(['day', 'month'])(
    'evaluations of the last %s are a metric, whose parts add up to the whole',
    async (range) => {
        const app = await testApp();
        await app.has.flag({ name: 'checkout' });
        const variants = ['red', 'blue'].map((name) => ({
            name,
            weight: 1,
            weightType: 'variable',
            stickiness: 'default',
        }));
        await app.put('/api/admin/projects/default/features/checkout/environments/development/variants', variants);
        await app.has.flag({ name: 'other' });
        await report(app, 'checkout', { yes: 10, no: 4, variants: { red: 3, blue: 5, disabled: 4 } });
        await report(app, 'other', { yes: 1, no: 0 });

        const only = { feature_flag_key: ['checkout'] };
        expect(await evaluations(app, {}, range)).toEqual({ '': 15 });
        expect(await evaluations(app, { feature_flag_key: ['*'] }, range)).toEqual({ checkout: 14, other: 1 });
        expect(await evaluations(app, { ...only, enabled: ['*'] }, range)).toEqual({
            'checkout,true': 10,
            'checkout,false': 4,
        });
        expect(await evaluations(app, { ...only, feature_flag_result_variant: ['*'] }, range)).toEqual({
            'checkout,red': 3,
            'checkout,blue': 5,
            checkout: 6,
        });
    },
);

test('evaluations of a flag of a private project are visible to its members only', async () => {
    const app = await testApp();
    await app.has.project({ id: 'covert', mode: 'private' });
    await app.has.flag({ name: 'secret', project: 'covert' });
    await app.has.flag({ name: 'open' });
    await report(app, 'secret', { yes: 5, no: 0 });
    await report(app, 'open', { yes: 1, no: 0 });
    const [insider, outsider] = [await app.has.user(), await app.has.user()];
    await app.post('/api/admin/projects/covert/access', { roles: [ROLE_ID.member], users: [insider.id], groups: [] });

    expect(await evaluations(app, { feature_flag_key: ['*'] }, 'day', insider)).toEqual({ secret: 5, open: 1 });
    expect(await evaluations(app, { feature_flag_key: ['*'] }, 'day', outsider)).toEqual({ open: 1 });
    expect(await evaluations(app, { feature_flag_key: ['secret'] }, 'day', outsider)).toEqual({});
});
