// One node, with a clock that its parent moves. Everything else is as in `main.ts` of the server.
import { startApp } from '../packages/server/src/app.ts';
import { readConfig } from '../packages/server/src/config.ts';
import { StartError } from '../packages/server/src/core/start-error.ts';

let offsetMs = 0;
process.on('message', (message: { offsetMs: number }) => {
    offsetMs = message.offsetMs;
});
process.on('disconnect', () => process.exit(0));

try {
    const app = await startApp(readConfig(process.env), {
        version: 'chaos',
        clock: () => new Date(Date.now() + offsetMs),
    });
    process.on('SIGTERM', () => void app.close().then(() => process.exit(0)));
    console.log(`runs at ${app.url}`);
} catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    process.exit(1);
}
