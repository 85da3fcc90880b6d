import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, onTestFinished } from 'vitest';
import { ADMIN_TOKEN, type RequestOptions, type TestApp } from './test-app.ts';

/** The two protocol modes of the official client package. */
export const ERAS = { handshake: 'legacy', stateless: { pin: '2026-07-28' } } as const;
export type EraName = keyof typeof ERAS;

interface AgentOptions {
    token?: string;
    era?: EraName;
    /** The maximum access requested by the connection. */
    access?: string;
}

/** An agent that uses the official client. */
export async function agentOf(
    app: Pick<TestApp, 'url'>,
    { token = ADMIN_TOKEN, era = 'stateless', access }: AgentOptions = {},
) {
    const client = new Client({ name: 'tests', version: '1' }, { versionNegotiation: { mode: ERAS[era] } });
    const url = new URL(`${app.url}/mcp${access === undefined ? '' : `?access=${access}`}`);
    await client.connect(
        new StreamableHTTPClientTransport(url, { requestInit: { headers: { authorization: token } } }),
    );
    onTestFinished(() => client.close());
    const call = async (name: string, input: Record<string, unknown> = {}) => {
        const { content, structuredContent, isError = false } = await client.callTool({ name, arguments: input });
        const texts = content.map((block) => (block.type === 'text' ? block.text : ''));
        // Tests check the results of tools with matchers.
        // biome-ignore lint/suspicious/noExplicitAny: see above
        return { isError, texts, text: texts.join('\n'), data: structuredContent as any };
    };
    return {
        client,
        call,
        toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
        /** The result of a tool call that must succeed. */
        async does(name: string, input: Record<string, unknown> = {}) {
            const response = await call(name, input);
            expect(response, `${name}: ${response.text}`).toMatchObject({ isError: false });
            return response.data;
        },
        /** Returns the reason why a tool call is rejected. */
        async refusal(name: string, input: Record<string, unknown> = {}): Promise<string> {
            const response = await call(name, input);
            expect(response, `${name} did not refuse: ${response.text}`).toMatchObject({ isError: true });
            return response.text;
        },
    };
}

/** Returns a personal token of a signed-in user. */
export async function tokenOf(app: TestApp, user: RequestOptions): Promise<string> {
    const { status, body } = await app.post(
        '/api/admin/user/tokens',
        { description: `agent ${Math.random()}`, expiresAt: '2999-01-01T00:00:00Z' },
        user,
    );
    expect(status, JSON.stringify(body)).toBe(201);
    return body.secret;
}

/** Replaces the previous setting. */
export async function allowAgents(app: TestApp, access: string, more: object = {}): Promise<void> {
    const { status, body } = await app.send('PUT', '/api/admin/agents', {
        headers: { 'content-type': 'application/json' },
        rawBody: JSON.stringify({ access, ...more }),
    });
    expect(status, JSON.stringify(body)).toBe(204);
}
