import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { testApp } from '../../test/support/test-app.ts';
import { respondTo, type ToolServer } from './protocol.ts';

/*
 * The official conformance suite, as published. It expects test servers with tools, resources and prompts of given names. All of
 * its scenarios run against the service, and unsupported ones are listed as expected failures: so a passing scenario must keep
 * passing, and new scenarios are noticed. The tools of the suite then run on the same protocol implementation without a service.
 */

const SUITE = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/dist/index.js');

/** Unsupported features, by reason. */
const NOT_OFFERED = {
    'no tool asks the client for anything': [
        'tools-call-sampling',
        'tools-call-elicitation',
        'elicitation-sep1034-defaults',
        'elicitation-sep1330-enums',
    ],
    'nothing takes long enough to tell of on the way': ['tools-call-with-progress'],
    'nothing is logged to clients, and the newest version knows it no more': [
        'logging-set-level',
        'tools-call-with-logging',
    ],
    'there are no prompts, and nothing of them to complete': [
        'prompts-get-simple',
        'prompts-get-with-args',
        'prompts-get-embedded-resource',
        'prompts-get-with-image',
        'completion-complete',
    ],
    'there are no resources': [
        'resources-read-text',
        'resources-read-binary',
        'resources-templates-read',
        'resources-subscribe',
        'resources-unsubscribe',
    ],
    // These warn about missing sessions.
    'there are no sessions': ['server-sse-polling', 'server-sse-multiple-streams'],
};
const BEYOND_TOOLS = Object.values(NOT_OFFERED).flat();

/** Calls of tools that only a test server has. */
const OF_ITS_TOOLS = [
    'tools-call-simple-text',
    'tools-call-image',
    'tools-call-audio',
    'tools-call-embedded-resource',
    'tools-call-mixed-content',
    'tools-call-error',
    'json-schema-2020-12',
];

async function suite(url: string, expectedFailures: readonly string[]): Promise<string> {
    const folder = await mkdtemp(path.join(tmpdir(), 'halyard-conformance-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const baseline = path.join(folder, 'baseline.yml');
    await writeFile(baseline, `server:\n${expectedFailures.map((name) => `  - ${name}\n`).join('')}`);
    // The exit code is not 0 if something failed unexpectedly, or an expected failure passed.
    const { stdout } = await promisify(execFile)(
        process.execPath,
        [SUITE, 'server', '--url', url, '--suite', 'all', '--expected-failures', baseline],
        { cwd: folder },
    ).catch((error: { stdout: string; stderr: string }) => {
        throw new Error(`${error.stdout}\n${error.stderr}`);
    });
    return stdout;
}

test('the service passes the scenarios for a server with tools, including DNS rebinding', async () => {
    // The suite has no token.
    const app = await testApp({ environment: { AUTH_TYPE: 'none' } });

    const report = await suite(`${app.url}/mcp`, [...BEYOND_TOOLS, ...OF_ITS_TOOLS]);

    expect(report).toMatch(/dns-rebinding-protection/);
});

const TINY = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const text = { type: 'text', text: 'This is a simple text response for testing.' };
const image = { type: 'image', data: TINY, mimeType: 'image/png' };
const resource = { type: 'resource', resource: { uri: 'test://x', mimeType: 'text/plain', text: 'x' } };

/** The responses that the suite expects, by the names of its tools. */
const ITS_TOOLS: Record<string, object> = {
    test_simple_text: { content: [text] },
    test_image_content: { content: [image] },
    test_audio_content: { content: [{ type: 'audio', data: TINY, mimeType: 'audio/wav' }] },
    test_embedded_resource: { content: [resource] },
    test_multiple_content_types: { content: [text, image, resource] },
    test_error_handling: { content: [text], isError: true },
    json_schema_2020_12_tool: { content: [text] },
};

const SCHEMA_OF_ITS_TOOLS = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: { address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } } },
    properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
    additionalProperties: false,
};

test('the protocol carries every kind of tool result', async () => {
    const offer: ToolServer = {
        version: '1',
        instructions: '',
        listTools: () =>
            Object.keys(ITS_TOOLS).map((name) => ({ name, description: name, inputSchema: SCHEMA_OF_ITS_TOOLS })),
        callTool: (name) => ITS_TOOLS[name] && (Promise.resolve(ITS_TOOLS[name]) as ReturnType<ToolServer['callTool']>),
    };
    const server = createServer(async (request, response) => {
        if (request.method !== 'POST') return void response.writeHead(405).end();
        const { status, body } = await respondTo(await json(request), request.headers, offer);
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;

    // The service itself decides about access.
    await suite(`http://127.0.0.1:${port}/mcp`, [...BEYOND_TOOLS, 'dns-rebinding-protection']);
});
