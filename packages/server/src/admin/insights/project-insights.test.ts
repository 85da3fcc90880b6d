import type { Kysely, KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { testApp } from '../../../test/support/test-app.ts';
import type { Tables } from '../../storage/tables.ts';
import { getProjectInsights } from './project-insights.queries.ts';

test('insights look for the times to production once, and tell them in both places', async () => {
    const app = await testApp();
    await app.has.flag({ enabled: ['production'] });
    let lookups = 0;
    const counting: KyselyPlugin = {
        transformQuery: ({ node }) => {
            if (JSON.stringify(node).includes('feature-environment-enabled')) lookups++;
            return node;
        },
        transformResult: async ({ result }) => result,
    };

    // `Db` is all that readers need of it.
    const db = (app.services.db as Kysely<Tables>).withPlugin(counting);

    const { stats, leadTime } = await getProjectInsights(db, 'default', app.services.clock());

    expect(lookups).toBe(1);
    expect(leadTime.features).toHaveLength(1);
    expect(stats.avgTimeToProdCurrentWindow).toBe(leadTime.projectAverage);
});
