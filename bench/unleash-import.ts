/**
 * A real Unleash (the open-source `unleash-server` from the public registry, on a separate PostgreSQL) is filled, imported and verified to
 * be equal: `npm run bench -- unleash-import [--flags 1000] [--contexts 10000]`; build before (`npm run build`). `--record` writes its
 * responses for the tests, which replay them: packages/server/test/support/unleash-8.2.jsonl.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runHalyard } from '../packages/server/src/cli/run-halyard.ts';
import { startDatabase } from './peers/database.ts';
import { installPeers } from './peers/install.ts';
import { Running } from './peers/servers.ts';
import { ADMIN, ADMIN_TOKEN, CLIENT_TOKEN, halyardProgram, peerProgram, startService } from './peers/service.ts';
import { fillUnleash } from './support/filled-unleash.ts';
import { recordResponses } from './support/recorded-responses.ts';

const { values } = parseArgs({
    options: {
        flags: { type: 'string', default: '1000' },
        contexts: { type: 'string', default: '0' },
        record: { type: 'boolean', default: false },
    },
});
const RECORDED = fileURLToPath(new URL('../packages/server/test/support/unleash-8.2.jsonl', import.meta.url));
const say = (text: string) => console.error(text);

await installPeers();
const running = new Running();
process.once('SIGINT', () => void running.stop().then(() => process.exit(1)));
try {
    say('Starting Unleash and Halyard');
    const database = running.add(await startDatabase());
    const unleash = running.add(await startService(peerProgram(database.url), database));
    const halyard = running.add(await startService(halyardProgram({ DATA_DIR: running.folder() })));
    say(`Filling it with ${values.flags} flags`);
    const unleashToken = await fillUnleash(unleash.url, {
        flags: Number(values.flags),
        adminToken: ADMIN_TOKEN,
        admin: ADMIN,
    });
    const recording = values.record ? recordResponses(unleash.url) : undefined;
    const began = performance.now();
    const status = await runHalyard(
        ['import', 'unleash', '--from', unleash.url, '--apply', '--contexts', values.contexts],
        {
            version: 'bench',
            environment: {
                HALYARD_URL: halyard.url,
                HALYARD_TOKEN: ADMIN_TOKEN,
                UNLEASH_TOKEN: unleashToken,
                NO_COLOR: '1',
            },
        },
    );
    say(`\nStatus ${status} after ${((performance.now() - began) / 1000).toFixed(1)} s`);
    if (recording) {
        const responses = Object.entries(recording.end()).map(([asked, response]) => ({ asked, ...response }));
        const lines = [{ adminToken: unleashToken, clientToken: CLIENT_TOKEN }, ...responses];
        writeFileSync(RECORDED, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
        say(`Recorded ${responses.length} answers in ${RECORDED}`);
    }
    process.exitCode = status;
} finally {
    await running.stop();
}
