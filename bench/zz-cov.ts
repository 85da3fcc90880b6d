import { Session } from 'node:inspector/promises';
import { benchApp, CLIENT_TOKEN } from './support/app.ts';
import { mixedFlags } from './support/flags.ts';
const bench = await benchApp('embedded', { environment: {} });
await bench.request('POST', '/api/admin/features-batch/import', { project: 'default', environment: 'development', data: mixedFlags(10, 'flag') });
const list = JSON.parse(await bench.request('GET', '/api/admin/projects/default/features'));
const name = list.features[0].name;
const session = new Session(); session.connect();
await session.post('Profiler.enable');
async function trace(title: string, run: () => Promise<unknown>, warm = 3) {
    for (let i = 0; i < warm; i++) await run();
    await new Promise((r) => setTimeout(r, 1500));
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await session.post('Profiler.takePreciseCoverage');
    const r = await run();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const files = result.filter((f: any) => f.url.includes('/packages/')).map((f: any) => [f.url.replace(/.*\/packages\//, ''), f.functions.filter((x: any) => x.functionName !== '' || true).filter((x:any)=>x.ranges[0].count > 0).map((x: any) => x.functionName || '()')] as const).filter(([, fns]: any) => fns.length);
    await session.post('Profiler.stopPreciseCoverage');
    console.log(`== ${title}: ${files.length} files; ${r}`);
    for (const [f, fns] of files) console.log('  ', f, fns.slice(0, 8).join(' '));
}
let etag: string | null = '';
const poll = async () => { const r = await fetch(bench.url + '/api/client/features', { headers: { authorization: CLIENT_TOKEN, ...(etag && { 'if-none-match': etag }) } }); etag = r.headers.get('etag'); await r.arrayBuffer(); return r.status; };
await trace('poll 304', poll);
let c = 0;
await trace('poll 200 after change', async () => { return poll200(); });
async function poll200() { const r = await fetch(bench.url + '/api/client/features', { headers: { authorization: CLIENT_TOKEN } }); await r.arrayBuffer(); return r.status; }
const post = async () => { const r = await fetch(bench.url + '/api/client/metrics', { method: 'POST', headers: { authorization: CLIENT_TOKEN, 'content-type': 'application/json' }, body: JSON.stringify({ appName: 'a', instanceId: 'b', bucket: { start: new Date(Date.now()-60000).toISOString(), stop: new Date().toISOString(), toggles: { [name]: { yes: 1, no: 1, variants: {} } } } }) }); await r.text(); return r.status; };
await trace('metrics post', post);
const env = await bench.request('PUT', '/api/admin/projects/default/environments/production/change-requests/config', { changeRequestsEnabled: true, requiredApprovals: 1 }).catch((e) => String(e));
console.log(env);
const toggle = async () => { const r = await fetch(`${bench.url}/api/admin/projects/default/features/${list.features[c++ % 10].name}/environments/production/on`, { method: 'POST', headers: { authorization: 'PLACEHOLDER', prefer: 'change-request', 'content-type': 'application/json' } }); return r.status + ' ' + (await r.text()).slice(0, 200); };
await trace('toggle', toggle, 0);
await bench.close();
process.exit(0);
