/**
 * The long requests of the admin API: import of 5,000 flags, search, events, playground.
 * `npm run bench -- admin`
 */
import { type BenchApp, benchApp, type DatabaseKind } from './support/app.ts';
import { mixedFlags } from './support/flags.ts';
import { format, measure, median, medianOf } from './support/measure.ts';

const ROUNDS = 5;

async function report(what: string, app: BenchApp, runs: number, work: (app: BenchApp) => Promise<unknown>) {
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await measure(runs, () => work(app)));
    console.log(`${what}: ${format(medianOf(rounds))}`);
}

for (const kind of ['embedded', 'PostgreSQL'] as const satisfies DatabaseKind[]) {
    console.log(`\n${kind}`);
    const imports: number[] = [];
    for (let round = 0; round < 3; round++) {
        const app = await benchApp(kind);
        const { wallMs } = await measure(1, () =>
            app.request('POST', '/api/admin/features-batch/import', {
                project: 'default',
                environment: 'development',
                data: mixedFlags(5_000),
            }),
        );
        imports.push(wallMs);
        await app.close();
    }
    console.log(
        `import of 5,000 flags: ${median(imports).toFixed(0)} ms, ${(5_000_000 / median(imports)).toFixed(0)} flags/s`,
    );

    const large = await benchApp(kind);
    for (let part = 0; part < 5; part++) {
        await large.request('POST', '/api/admin/features-batch/import', {
            project: 'default',
            environment: 'development',
            data: mixedFlags(1_000, `part${part}`),
        });
    }
    await report('search, 50 of 5,000 flags', large, 20, (app) =>
        app.request('GET', '/api/admin/search/features?limit=50'),
    );
    await report('search with a word', large, 20, (app) =>
        app.request('GET', '/api/admin/search/features?limit=50&query=part3-0004'),
    );
    await report('newest 100 events', large, 20, (app) => app.request('GET', '/api/admin/events'));
    await report('event search', large, 20, (app) =>
        app.request('GET', '/api/admin/search/events?limit=50&type=IS:feature-strategy-add'),
    );
    await large.close();

    const thousand = await benchApp(kind);
    await thousand.request('POST', '/api/admin/features-batch/import', {
        project: 'default',
        environment: 'development',
        data: mixedFlags(1_000),
    });
    const playground = (userIds: string) => (app: BenchApp) =>
        app.request('POST', '/api/admin/playground/advanced', {
            environments: ['development'],
            context: { appName: 'bench', userId: userIds, country: 'NO' },
        });
    await report('playground, 1,000 flags, 1 context', thousand, 3, playground('1'));
    await report('playground, 1,000 flags, 8 contexts', thousand, 1, playground('1,2,3,4,5,6,7,8'));

    await thousand.close();
}
