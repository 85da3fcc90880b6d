/**
 * What a change costs as the instance grows: a toggle and a new strategy with 50 and with 5,000 flags, in turns.
 * `npm run bench -- write-cost`
 */
import { type BenchApp, benchApp, type DatabaseKind } from './support/app.ts';
import { mixedFlags } from './support/flags.ts';
import { format, type Measured, measure, medianOf } from './support/measure.ts';

const SIZES = [50, 5_000];
const ROUNDS = 7;
const RUNS = 60;

const flag = '/api/admin/projects/default/features/flag-00001/environments/development';

const changes = {
    toggle: (app: BenchApp, index: number) => app.request('POST', `${flag}/${index % 2 === 0 ? 'off' : 'on'}`),
    'add and remove a strategy': async (app: BenchApp) => {
        const { id } = JSON.parse(await app.request('POST', `${flag}/strategies`, { name: 'default' }));
        await app.request('DELETE', `${flag}/strategies/${id}`);
    },
};

for (const kind of ['embedded', 'PostgreSQL'] as const satisfies DatabaseKind[]) {
    const apps: [number, BenchApp][] = [];
    for (const size of SIZES) {
        const app = await benchApp(kind);
        await app.request('POST', '/api/admin/features-batch/import', {
            project: 'default',
            environment: 'development',
            data: mixedFlags(size),
        });
        apps.push([size, app]);
    }
    for (const [name, change] of Object.entries(changes)) {
        const rounds = new Map<number, Measured[]>(SIZES.map((size) => [size, []]));
        for (let round = 0; round <= ROUNDS; round++) {
            for (const [size, app] of apps) {
                const measured = await measure(RUNS, (index) => change(app, index));
                // The first round warms up.
                if (round > 0) rounds.get(size)?.push(measured);
            }
        }
        for (const [size, measured] of rounds) {
            console.log(`${kind}, ${name}, ${size} flags: ${format(medianOf(measured))}`);
        }
    }
    for (const [, app] of apps) await app.close();
}
