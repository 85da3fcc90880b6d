import { expect, test } from 'vitest';
import { agentOf, tokenOf } from '../../test/support/agents.ts';
import { fakeSeries } from '../../test/support/fake-series.ts';
import type { PointSeries } from '../../test/support/point-series.ts';
import { testApp } from '../../test/support/test-app.ts';

test('an agent reads a metric in the hours before and after a change, with who made it', async () => {
    const minute = Math.floor(Date.now() / 60_000);
    const errors: PointSeries = {
        ...{ kind: 'counter', name: 'checkout_errors', environment: 'production', project: null, labels: {} },
        points: [
            { at: (minute - 90) * 60, value: 1_000 },
            { at: (minute - 20) * 60, value: 2 },
            { at: (minute - 10) * 60, value: 3 },
            { at: (minute + 5) * 60, value: 40 },
        ],
    };
    const app = await testApp({ series: fakeSeries([errors]) });
    await app.has.flag({ name: 'checkout' });
    const user = await app.has.user({ rootRole: 'editor' });
    const agent = await agentOf(app, { token: await tokenOf(app, user) });

    const { metrics } = await agent.does('read_metric', { flag: 'checkout' });
    expect(metrics).toContainEqual({ name: 'checkout_errors', help: 'help of checkout_errors', type: 'counter' });

    const result = await agent.does('read_metric', { flag: 'checkout', metric: 'checkout_errors' });

    expect(result).toMatchObject({
        change: { type: 'feature-created', createdBy: expect.any(String) },
        before: { reported: true, minutesWithReports: 2, value: 5, min: 2, max: 3 },
        after: { reported: true, minutesWithReports: 1, value: 40 },
    });
    expect((await agent.call('read_metric', { flag: 'checkout', metric: 'unknown' })).text).toContain(
        'There is no metric',
    );
    expect((await agent.call('read_metric', { flag: 'nothing', metric: 'checkout_errors' })).text).toContain(
        'There is no',
    );
});
