import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface Recorded {
    asked: string;
    status: number;
    body: unknown;
}

/** Written by `npm run bench -- unleash-import --flags 40 --contexts 100 --record`. */
function recorded() {
    const lines = readFileSync(new URL('./unleash-8.2.jsonl', import.meta.url), 'utf8')
        .trimEnd()
        .split('\n');
    const [tokens, ...answers] = lines.map((line) => JSON.parse(line) as unknown);
    return {
        ...(tokens as { adminToken: string; clientToken: string }),
        answers: new Map((answers as Recorded[]).map((each) => [each.asked, each])),
    };
}

const READING = ['GET', 'HEAD'];
const EXPORT = '/api/admin/features-batch/export';

/** A server that answers as a real Unleash 8.2 once did, and changes nothing. */
export async function replayUnleash() {
    const { adminToken, clientToken, answers } = recorded();
    const writes: string[] = [];
    const server = createServer(async (request, reply) => {
        const { method = '', url = '', headers } = request;
        const body = await text(request);
        const isAdmin = url.startsWith('/api/admin');
        if (!READING.includes(method) && url !== EXPORT) writes.push(`${method} ${url}`);
        const key = [method, url, isAdmin ? '' : headers.authorization, body].join(' ').trim();
        const isKnown = !isAdmin || headers.authorization === adminToken;
        const answer = isKnown ? answers.get(key) : { status: 401, body: { message: 'You must log in.' } };
        const found = answer ?? { status: 404, body: { message: `${key} was not recorded.` } };
        reply.writeHead(found.status, { 'content-type': 'application/json' });
        reply.end(typeof found.body === 'string' ? found.body : JSON.stringify(found.body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return {
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        adminToken,
        clientToken,
        /** One that is in the default project. */
        someFlag: 'flag-0002',
        /** The received requests other than reads. */
        writes,
        close: () => new Promise<void>((resolve) => server.close(() => resolve())),
    };
}
