import { ADMIN_TOKEN } from './app.ts';

/** Turns a flag off and on again; returns the duration and the time of the response. */
export async function toggle(url: string, index: number): Promise<{ ms: number; answered: number }> {
    const started = performance.now();
    const state = index % 2 === 0 ? 'off' : 'on';
    const path = `/api/admin/projects/default/features/flag0-00001/environments/development/${state}`;
    const response = await fetch(url + path, { method: 'POST', headers: { authorization: ADMIN_TOKEN } });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`A toggle answered ${response.status}.`);
    const answered = performance.now();
    return { ms: answered - started, answered };
}
