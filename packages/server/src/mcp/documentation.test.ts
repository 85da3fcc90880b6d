import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { builtProgram } from '../../test/support/build.ts';
import { ADMIN_TOKEN, type TestApp, testApp } from '../../test/support/test-app.ts';
import { allTools } from './tools/all-tools.ts';

const DOCUMENT = path.resolve(import.meta.dirname, '../../../../docs/agents.md');

let app: TestApp;
let document: string;
beforeAll(async () => {
    app = await testApp({ until: 'file' });
    await app.has.flag({ name: 'new-checkout' });
    const text = await readFile(DOCUMENT, 'utf8');
    document = text.replaceAll('http://localhost:4242', app.url).replaceAll('<token>', ADMIN_TOKEN);
});

const blocksIn = (language: string) =>
    [...document.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, block]) => block!);

/** A folder with a `halyard` command, as if it were installed. */
async function installed(): Promise<string> {
    const folder = await mkdtemp(path.join(tmpdir(), 'halyard-agents-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const script = `#!/bin/sh\nexec '${process.execPath}' '${await builtProgram()}' "$@"\n`;
    await writeFile(path.join(folder, 'halyard'), script, { mode: 0o755 });
    return `${folder}:${path.dirname(process.execPath)}:${process.env['PATH']}`;
}

test('agents configured as documented reach the service, by URL and by command', async () => {
    const [byAddress, byCommand] = blocksIn('json').map((block) => JSON.parse(block).mcpServers.halyard);
    const PATH = await installed();
    for (const transport of [
        new StreamableHTTPClientTransport(new URL(byAddress.url), { requestInit: { headers: byAddress.headers } }),
        new StdioClientTransport({
            command: byCommand.command,
            args: byCommand.args,
            env: { PATH, ...byCommand.env },
        }),
    ]) {
        const client = new Client({ name: 'tests', version: '1' });
        await client.connect(transport);
        onTestFinished(() => client.close());

        expect((await client.listTools()).tools.length).toBeGreaterThan(3);
    }
});

test('the documented commands work, except those of other programs and of the tests', async () => {
    const commands = blocksIn('sh')
        .flatMap((block) => block.replaceAll('\\\n', ' ').trim().split('\n'))
        .filter((line) => !/^(claude|node) /.test(line));
    const env = { PATH: await installed(), HALYARD_URL: app.url, HALYARD_TOKEN: ADMIN_TOKEN };
    const printed: string[] = [];
    for (const command of commands) {
        printed.push((await promisify(execFile)('sh', ['-c', command], { env })).stdout);
    }

    expect(printed).toHaveLength(3);
    expect(JSON.parse(printed[0]!).result.tools[0].name).toBe('find_flags');
    expect(JSON.parse(printed[1]!).result.structuredContent.flags[0].name).toBe('new-checkout');
    expect((await app.get('/api/admin/agents')).body).toMatchObject({ access: 'propose' });
});

test('every tool is documented', () => {
    expect(
        allTools()
            .map(({ name }) => name)
            .filter((name) => !document.includes(`\`${name}\``)),
    ).toEqual([]);
});
