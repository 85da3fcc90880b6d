import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parsePromql } from './promql/parse-promql.ts';

interface Dashboard {
    panels: { title: string; targets: { expr: string }[] }[];
}

const VARIABLES: Record<string, string> = {
    $environment: 'production',
    $flag: 'new-checkout',
    $counter: 'checkout_errors',
    $__rate_interval: '5m',
};

test('the dashboard of applications uses the supported part of PromQL only', async () => {
    const file = new URL('../../../../../../deploy/grafana/applications.json', import.meta.url);
    const { panels } = JSON.parse(await readFile(file, 'utf8')) as Dashboard;
    const queries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

    expect(queries.length).toBeGreaterThan(3);
    for (const query of queries) {
        const concrete = query.replace(/\$\w+/g, (variable) => VARIABLES[variable] ?? variable);
        expect(parsePromql(concrete), query).toMatchObject({ kind: 'aggregate' });
    }
});
