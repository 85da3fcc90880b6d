// Builds the server into one file and the user interface into static files. Called by the launcher, which decides
// whether it is necessary.
import { rmSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { passSignalsOn } from './launcher/run.mjs';
import { hasUi, runVite } from './launcher/vite.mjs';

passSignalsOn();
const [stamp = '', fingerprint = ''] = process.argv.slice(2);
rmSync(stamp, { force: true });

// Everything in one file, packages included: finding and reading them one by one is half of the time that a start takes.
await build({
    entryPoints: ['packages/server/src/main.ts'],
    outfile: 'packages/server/dist/main.js',
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22.18',
    // For whoever reads a stack trace: reading it at each start would cost more than it is worth.
    sourcemap: true,
    // They bring files of their own (a binary, pages), or are optional and not there.
    external: ['@node-rs/argon2', '@fastify/swagger-ui', 'pg-native'],
    // Packages of the older kind expect these three to be there.
    banner: {
        js: [
            "import { createRequire } from 'node:module';",
            'const require = createRequire(import.meta.url);',
            'const { filename: __filename, dirname: __dirname } = import.meta;',
        ].join('\n'),
    },
    legalComments: 'linked',
    logLevel: 'warning',
}).catch(() => process.exit(1)); // esbuild has said why.

if (hasUi()) process.exitCode = await runVite('build', ['--logLevel', 'warn']);
if (!process.exitCode) writeFileSync(stamp, fingerprint);
