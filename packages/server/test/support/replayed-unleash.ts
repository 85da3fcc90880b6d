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
    const [tokens, ...recordings] = lines.map((line) => JSON.parse(line) as unknown);
    return {
        ...(tokens as { adminToken: string; clientToken: string }),
        answers: new Map((recordings as Recorded[]).map((each) => [each.asked, each])),
    };
}

const READING = ['GET', 'HEAD'];
const EXPORT = '/api/admin/features-batch/export';

/** A server that responds like a recorded Unleash 8.2, and changes nothing. */
export async function replayUnleash() {
    const { adminToken, clientToken, answers } = recorded();
    const writes: string[] = [];
    const limited: { path: string; retryAfter: string }[] = [];
    /** Unleash does not know other tokens, and SDK tokens have no access to the admin API. */
    const refusalOf = (token: string | undefined) => {
        if (token === adminToken) return undefined;
        return token === clientToken
            ? { status: 403, body: { message: 'You do not have the required permissions.' } }
            : { status: 401, body: { message: 'You must log in.' } };
    };
    const server = createServer(async (request, reply) => {
        const { method = '', url = '', headers } = request;
        const body = await text(request);
        const isAdmin = url.startsWith('/api/admin');
        if (!READING.includes(method) && url !== EXPORT) writes.push(`${method} ${url}`);
        if (limited[0] && url.startsWith(limited[0].path)) {
            const { retryAfter } = limited.shift()!;
            reply.writeHead(429, { 'content-type': 'text/html', 'retry-after': retryAfter });
            return void reply.end('Too many requests, please try again later.');
        }
        const key = [method, url, isAdmin ? '' : headers.authorization, body].join(' ').trim();
        const recording = isAdmin ? (refusalOf(headers.authorization) ?? answers.get(key)) : answers.get(key);
        const replay = recording ?? { status: 404, body: { message: `${key} was not recorded.` } };
        reply.writeHead(replay.status, { 'content-type': 'application/json' });
        reply.end(typeof replay.body === 'string' ? replay.body : JSON.stringify(replay.body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return {
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        adminToken,
        clientToken,
        /** The recorded response to a GET request of the administrator. */
        // biome-ignore lint/suspicious/noExplicitAny: a response of any shape
        recorded: (path: string): any => answers.get(`GET ${path}`)!.body,
        /** Changes the response to a GET request. */
        respond: (path: string, body: unknown) => {
            answers.set(`GET ${path}`, { asked: path, status: 200, body });
        },
        /** Rejects the next request to this path with status 429. */
        limit: (path: string, retryAfter: string) => void limited.push({ path, retryAfter }),
        /** Changes the recorded responses to these requests. */
        // biome-ignore lint/suspicious/noExplicitAny: a response of any shape
        editResponses: (isEdited: (asked: string) => boolean, edit: (body: any) => void) => {
            for (const [asked, { body }] of answers) if (isEdited(asked)) edit(body);
        },
        /** Changes the recorded exports that were requested for this flag. */
        editExports: (flag: string, edit: (exported: { featureEnvironments: { enabled: boolean }[] }) => void) => {
            for (const [asked, { body }] of answers) {
                const isExportOfFlag = asked.startsWith(`POST ${EXPORT}`) && asked.includes(`"${flag}"`);
                if (isExportOfFlag) edit(body as Parameters<typeof edit>[0]);
            }
        },
        /** A flag in the default project. */
        someFlag: 'flag-0002',
        /** The received requests other than reads. */
        writes,
        close: () => new Promise<void>((resolve) => server.close(() => resolve())),
    };
}
