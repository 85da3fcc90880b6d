// Builds the server into one file and the user interface into static files. Called by the launcher, which decides
// whether it is necessary.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { passSignalsOn } from './launcher/run.mjs';
import { hasUi, runVite } from './launcher/vite.mjs';

passSignalsOn();
const [stamp = '', fingerprint = ''] = process.argv.slice(2);
rmSync(stamp, { force: true });

const { dependencies } = JSON.parse(readFileSync('packages/server/package.json', 'utf8'));
await build({
    entryPoints: ['packages/server/src/main.ts'],
    outfile: 'packages/server/dist/main.js',
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22.18',
    sourcemap: true,
    // Our own packages go into the bundle, together with what only they depend on.
    external: Object.keys(dependencies).filter((name) => !name.startsWith('@halyard/')),
    logLevel: 'warning',
}).catch(() => process.exit(1)); // esbuild has said why.

if (hasUi()) process.exitCode = await runVite('build', ['--logLevel', 'warn']);
if (!process.exitCode) writeFileSync(stamp, fingerprint);
