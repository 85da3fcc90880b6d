/**
 * Outcomes: processor time of receiving and storing them, alone and with ids and units.
 * `npm run bench -- outcomes [outcomes] [embedded,PostgreSQL]`
 */
import { benchApp, CLIENT_TOKEN, type DatabaseKind } from './support/app.ts';

const [count = '100000', kinds = 'embedded,PostgreSQL'] = process.argv.slice(2);
const AT_ONCE = 1_000;
const USERS = 20_000;

const KINDS = {
    'counted only': (index: number) => ({ name: 'purchase', unit: `user-${index % USERS}`, value: 1 }),
    'with an id': (index: number) => ({ name: 'purchase', id: `order-${index}`, value: 1 }),
    'stored with their users': (index: number) => ({ name: 'purchase', context: { userId: `user-${index % USERS}` } }),
};

for (const database of kinds.split(',') as DatabaseKind[]) {
    const { app, url, request, close } = await benchApp(database);
    for (const [kind, outcome] of Object.entries(KINDS)) {
        const keepOutcomesDays = kind === 'stored with their users' ? 30 : 0;
        await request('PUT', '/api/admin/projects/default/experiments/settings', { keepOutcomesDays });
        const bodies = Array.from({ length: Number(count) / AT_ONCE }, (_, part) =>
            JSON.stringify({
                outcomes: Array.from({ length: AT_ONCE }, (_, index) => outcome(part * AT_ONCE + index)),
            }),
        );
        const before = process.cpuUsage();
        for (const body of bodies) await send(url, body);
        await app.services.reports.store();
        const { user, system } = process.cpuUsage(before);
        const seconds = (user + system) / 1e6;
        console.log(`${database}, ${kind}: ${Math.round(Number(count) / seconds)} outcomes per CPU second`);
    }
    await close();
}

async function send(url: string, body: string): Promise<void> {
    for (;;) {
        const headers = { authorization: CLIENT_TOKEN, 'content-type': 'application/json' };
        const { status } = await fetch(`${url}/api/client/outcomes`, { method: 'POST', headers, body });
        if (status === 202) return;
        if (status !== 503) throw new Error(`status ${status}`);
    }
}
