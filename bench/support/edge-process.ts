import { pino } from 'pino';
import { readEdgeConfig } from '../../packages/server/src/edge/config/edge-config.ts';
import { startEdge } from '../../packages/server/src/edge/edge-app.ts';
import { CLIENT_TOKEN } from './app.ts';
import { serveBench } from './server-process.ts';

export interface EdgeReady {
    url: string;
}

const [upstream = '', maxStreams = '10000'] = process.argv.slice(2);
const edge = await startEdge(
    readEdgeConfig({
        UPSTREAM_URL: upstream,
        TOKENS: CLIENT_TOKEN,
        PORT: '0',
        INTERFACE: '127.0.0.1',
        MAX_STREAMS: maxStreams,
    }),
    { version: '0.0.0-bench', log: pino({ level: 'warn' }) },
);
serveBench({ url: edge.url.replace('localhost', '127.0.0.1') } satisfies EdgeReady, { close: () => edge.close() });
