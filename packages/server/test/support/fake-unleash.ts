import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/**
 * An upstream with the responses of Unleash 8.2: no streams, rejected requests for deleted tokens, and `/edge/validate`, which confirms a
 * token that it has confirmed before until the server restarts. `e2e/unleash-edge.test.ts` uses a real one.
 */
export async function fakeUnleash(features: readonly object[] = []) {
    const tokens = new Map<string, 'client' | 'frontend'>();
    const confirmed = new Map<string, 'client' | 'frontend'>();
    const seenTokens = new Set<string>();
    const requests: string[] = [];
    const server = createServer(async (request, response) => {
        const { method = '', url = '', headers } = request;
        const body = method === 'POST' ? await json(request) : undefined;
        const send = (status: number, content: unknown = {}) =>
            response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
        requests.push(`${method} ${url}`);
        if (url === '/edge/validate') {
            const secrets = (body as { tokens: string[] }).tokens;
            for (const secret of secrets) if (tokens.has(secret)) confirmed.set(secret, tokens.get(secret)!);
            const found = secrets.flatMap((token) => {
                const type = confirmed.get(token);
                return type ? [{ token, type, projects: ['*'], environment: token.split(/[:.]/)[1] }] : [];
            });
            return send(200, { tokens: found });
        }
        const kind = tokens.get(headers.authorization ?? '');
        if (kind === undefined) return send(401, { message: 'unknown token' });
        if (url.startsWith('/api/frontend')) return send(kind === 'frontend' ? 405 : 403);
        if (kind !== 'client') return send(403);
        if (url === '/api/client/features') return send(200, { version: 2, features, segments: [] });
        if (url !== '/api/client/metrics/bulk') return send(404);
        for (const secret of (body as { seenTokens?: string[] }).seenTokens ?? []) seenTokens.add(secret);
        return send(202);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
        server.closeAllConnections();
        server.close();
    });
    return {
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        tokens,
        /** The tokens that were reported as used. */
        seenTokens,
        requests,
    };
}
