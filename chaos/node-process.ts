// One node, or an edge, with a clock that its parent moves. Everything else is as in `main.ts` of the server.
import { startApp } from '../packages/server/src/app/app.ts';
import { readConfig } from '../packages/server/src/config/config.ts';
import { StartError } from '../packages/server/src/core/errors/start-error.ts';
import { readEdgeConfig } from '../packages/server/src/edge/config/edge-config.ts';
import { startEdge } from '../packages/server/src/edge/edge-app.ts';

let offsetMs = 0;
process.on('message', (message: { offsetMs: number }) => {
    offsetMs = message.offsetMs;
});
process.on('disconnect', () => process.exit(0));

const options = { version: 'chaos', clock: () => new Date(Date.now() + offsetMs) };
const { env } = process;
try {
    const app = await (env['UPSTREAM_URL']
        ? startEdge(readEdgeConfig(env), options)
        : startApp(readConfig(env), options));
    process.on('SIGTERM', () => void app.close().then(() => process.exit(0)));
    console.log(`runs at ${app.url}`);
} catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    process.exit(1);
}
