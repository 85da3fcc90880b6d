import { benchApp } from './app.ts';
import { mixedFlags } from './flags.ts';
import { serveBench } from './server-process.ts';

export interface HalyardReady {
    url: string;
    frontendToken: string;
}

const [count = '1000', kind = 'embedded', environment = '{}'] = process.argv.slice(2);
const bench = await benchApp(kind === 'PostgreSQL' ? kind : 'embedded', {
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
serveBench({ url: bench.url, frontendToken: JSON.parse(token).secret } satisfies HalyardReady, {
    close: () => bench.close(),
});
