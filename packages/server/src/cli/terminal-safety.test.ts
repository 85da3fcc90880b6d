import { mkdtemp, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { halyard } from '../../test/support/halyard.ts';
import { run } from '../../test/support/in-process.ts';

/** Sets the title of a terminal, inverts its colours, returns to the start of the line, and reverses the direction of text. */
const HOSTILE = 'x\u001b]0;owned\u0007\u001b[7m\u009b2J\rok\u202e\u2066\u200f\u2028y';
const ESCAPED = 'x\\u001b]0;owned\\u0007\\u001b[7m\\u009b2J\\u000dok\\u202e\\u2066\\u200f\\u2028y';

/** Every control character but line feed and tab, and every character that changes the direction of text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression matches these characters
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
/** Styles of the command line itself: bold, dim, red, green, yellow, cyan, and back. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: styles begin with an escape character
const OWN_STYLES = /\u001b\[(?:1|2|22|31|32|33|36|39)m/g;

/** The progress bar is redrawn in place. */
const withoutProgress = (text: string) => text.replaceAll('\r\u001b[2K', '');

/** Starts a service that returns hostile text in every field. */
async function hostileService(status = 200, name = HOSTILE): Promise<Record<string, string>> {
    const strategy = { name: HOSTILE, title: HOSTILE, disabled: false, constraints: [], segments: [] };
    const environment = { name: HOSTILE, enabled: true, hasStrategies: true, strategies: [strategy] };
    const flag = {
        name: HOSTILE,
        type: HOSTILE,
        project: HOSTILE,
        description: HOSTILE,
        stale: false,
        environments: [{ ...environment, variants: [{ name: HOSTILE, weight: 10 }] }],
    };
    const finding = { reason: HOSTILE, seen: HOSTILE };
    const effect = {
        changes: [
            {
                environment: HOSTILE,
                name: HOSTILE,
                before: { sentences: [HOSTILE] },
                after: { sentences: ['', HOSTILE] },
            },
        ],
        who: [
            {
                environment: HOSTILE,
                note: HOSTILE,
                flags: [{ name: HOSTILE, changed: 1, summary: HOSTILE }],
            },
        ],
    };
    const responses: Record<string, unknown> = {
        '/api/admin/user': { user: { id: 1, name }, permissions: [] },
        '/api/admin/search/features': { features: [flag], total: 1 },
        '/api/admin/segments': {
            segments: [
                { id: 1, name: HOSTILE, constraints: [{ contextName: HOSTILE, operator: HOSTILE, values: [HOSTILE] }] },
            ],
        },
        '/api/admin/playground': {
            features: [
                {
                    name: 'lantern',
                    isEnabled: true,
                    variant: { name: HOSTILE, enabled: true, payload: { type: 'string', value: HOSTILE } },
                    strategies: { data: [strategy] },
                    explanation: {
                        reason: HOSTILE,
                        dependencies: [finding],
                        strategies: [{ reason: HOSTILE, constraints: [finding], segments: [], rollout: null }],
                        warnings: [HOSTILE],
                    },
                },
            ],
        },
    };
    const server = createServer((request, response) => {
        const { pathname } = new URL(request.url ?? '', 'http://localhost');
        const rejection = { message: name, details: [{ message: `more ${name}` }] };
        const body = status >= 300 ? rejection : (responses[pathname] ?? { ...flag, ...effect, flags: typedFlags() });
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const HALYARD_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return { HALYARD_URL, HALYARD_TOKEN: 'user:token' };
}

const typedFlags = () => [
    { key: HOSTILE, type: 'string', description: `${HOSTILE} */ alert(1)`, defaultValue: HOSTILE },
    { key: 'other', type: 'object', description: null, defaultValue: { [HOSTILE]: [HOSTILE] } },
];

const newFolder = () => mkdtemp(path.join(tmpdir(), 'halyard-terminal-'));

const COMMANDS = [
    ['whoami'],
    ['flag', 'list'],
    ['flag', 'show', 'lantern'],
    ['flag', 'create', HOSTILE],
    ['flag', 'on', HOSTILE, '-e', HOSTILE],
    ['flag', 'archive', 'lantern', '--dry-run'],
    ['flag', 'revive', HOSTILE],
    ['segment', 'list'],
    ['segment', 'show', '1'],
    ['segment', 'show', HOSTILE],
    ['eval', 'lantern', '-e', HOSTILE, '--project', 'default', '--explain'],
    ['api', 'GET', '/api/admin/user'],
    ['api', HOSTILE, '/'],
    ['types'],
    ['types', '--manifest'],
    ['types', '--out', `/${HOSTILE}/flags.ts`],
    ['plan', HOSTILE],
    ['apply', HOSTILE],
    ['pull', `/dev/null/${HOSTILE}`],
    ['import', HOSTILE, HOSTILE],
    ['import', 'unleash', HOSTILE],
    ['refs', 'scan', HOSTILE],
    ['refs', 'remove', 'lantern', '--keep', HOSTILE],
    ['health', '--url', HOSTILE],
    ['health', '--url', 'http://127.0.0.1:1/'],
    ['verify-log', HOSTILE],
    ['login', HOSTILE],
    ['mcp', '--access', HOSTILE],
    ['completion', HOSTILE],
    [HOSTILE],
    ['flag', 'list', `--${HOSTILE}`],
    ['archive-log', '--days', HOSTILE],
];

test.each(COMMANDS.map((args) => [args.join(' ').replaceAll(HOSTILE, 'HOSTILE'), args] as const))(
    'CWE-150: %s prints no control or bidirectional character from untrusted text',
    async (_, args) => {
        const environment = { ...(await hostileService()), DATA_DIR: await newFolder() };

        const coloured = await run(args, { environment, isTerminal: true });
        const colourless = await run(args, { environment: { ...environment, NO_COLOR: '1' }, isTerminal: true });
        const piped = await run(args, { environment });

        expect(coloured.stdout.replace(OWN_STYLES, '')).not.toMatch(UNSAFE);
        expect(withoutProgress(coloured.stderr).replace(OWN_STYLES, '')).not.toMatch(UNSAFE);
        for (const { stdout, stderr } of [colourless, piped]) {
            expect(stdout).not.toMatch(UNSAFE);
            expect(withoutProgress(stderr)).not.toMatch(UNSAFE);
        }
        expect(coloured.stdout + coloured.stderr).not.toBe('');
    },
);

test('JSON output has the same values, with the characters escaped', async () => {
    const { stdout, json } = await run(['flag', 'list'], { environment: await hostileService() });

    expect(stdout).not.toMatch(UNSAFE);
    expect(json.flags[0].description).toBe(HOSTILE);
});

test('text output shows unsafe characters as escapes', async () => {
    const { stdout } = await run(['whoami'], { environment: await hostileService(), isTerminal: true });

    expect(stdout).toContain(ESCAPED);
});

test('a name or a message of the service cannot start a new line', async () => {
    const environment = await hostileService(400, 'refused\n✓ done');

    expect((await run(['whoami'], { environment })).stderr.split('\n')).toHaveLength(2);
    const named = await hostileService(200, 'admin\n✓ done');
    expect((await run(['whoami'], { environment: named, isTerminal: true })).stdout).toMatch(
        /^admin\\u000a✓ done at .*\n$/,
    );
});

test.each([400, 302, 500])(
    'the message of a response with status %i is printed without control characters',
    async (status) => {
        const environment = await hostileService(status);

        for (const args of [['whoami'], ['flag', 'list'], ['api', 'GET', '/x'], ['types']]) {
            const { stdout, stderr } = await run(args, {
                environment: { ...environment, NO_COLOR: '1' },
                isTerminal: true,
            });
            expect(stdout + stderr).not.toMatch(UNSAFE);
        }
    },
);

test('the program as a process prints arguments and messages without control characters', async () => {
    const environment = await hostileService(400);

    for (const args of [[HOSTILE], ['whoami'], ['flag', 'show', HOSTILE]]) {
        const { status, stdout, stderr } = await halyard(args, { environment });
        expect(status).toBe(1);
        expect(stdout + stderr).not.toMatch(UNSAFE);
    }
});

test('generated types and manifests contain no control characters and have the same values', async () => {
    const environment = await hostileService();
    const folder = await newFolder();
    const [types, manifest] = [path.join(folder, 'flags.ts'), path.join(folder, 'flags.json')];

    expect(await run(['types', '--out', types], { environment })).toMatchObject({ status: 0 });
    expect(await run(['types', '--manifest', '--out', manifest], { environment })).toMatchObject({ status: 0 });

    expect(await readFile(types, 'utf8')).not.toMatch(UNSAFE);
    expect((await import(types)).flagDefaults[HOSTILE]).toBe(HOSTILE);
    const written = await readFile(manifest, 'utf8');
    expect(written).not.toMatch(UNSAFE);
    expect(JSON.parse(written).flags[HOSTILE]).toMatchObject({ description: `${HOSTILE} */ alert(1)` });
});
