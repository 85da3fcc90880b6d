import { setTimeout as delay } from 'node:timers/promises';
import { benchApp } from './app.ts';
import { mixedFlags } from './flags.ts';
import { serveBench } from './server-process.ts';

export interface HalyardReady {
    url: string;
    frontendToken: string;
}

const [count = '1000', kind = 'embedded', processes = '1', environment = '{}'] = process.argv.slice(2);
const bench = await benchApp(kind === 'PostgreSQL' ? kind : 'embedded', {
    processes: Number(processes),
    environment: JSON.parse(environment),
});
for (let start = 0; start < Number(count); start += 1_000) {
    await bench.request('POST', '/api/admin/features-batch/import', {
        project: 'default',
        environment: 'development',
        data: mixedFlags(Math.min(1_000, Number(count) - start), `flag${start / 1_000}`),
    });
}
const token = await bench.request('POST', '/api/admin/api-tokens', {
    tokenName: 'page',
    type: 'frontend',
    environment: 'development',
});
const others = new RegExp(`^halyard_workers ${Number(processes) - 1}$`, 'm');
while (!others.test(await bench.request('GET', '/internal-backstage/prometheus'))) await delay(50);
serveBench({ url: bench.url, frontendToken: JSON.parse(token).secret } satisfies HalyardReady, {
    close: () => bench.close(),
});
