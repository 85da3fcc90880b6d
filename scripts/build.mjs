// Builds the server into a few files, and the user interface and the documentation into static files. Called by the launcher, which decides
// whether it is necessary.
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { build } from 'esbuild';
import { buildSite } from './docs/site.ts';
import { passSignalsOn } from './launcher/run.mjs';
import { hasUi, runVite } from './launcher/vite.mjs';
import { BUNDLE } from './package/bundle.mjs';
import { CONTENTS } from './package/contents.mjs';

passSignalsOn();
// Whatever who asks for it is doing, such as testing: the same sources give the same bytes.
process.env['NODE_ENV'] = 'production';
const [stamp = '', fingerprint = ''] = process.argv.slice(2);
rmSync(stamp, { force: true });

const A_WEEK = 7 * 24 * 3_600_000;
const OUTPUT = 'packages/server/dist';
/** What V8 made of the code the last time, so that it is read instead of made again. */
const COMPILED = 'compiled';

/**
 * Modules of Node by `require`: whoever imports one has everything made that it could export, and with `node:http` that is
 * a whole client for WebSockets.
 * @type {import('esbuild').Plugin}
 */
const requireBuiltins = {
    name: 'require-builtins',
    setup({ onResolve, onLoad }) {
        onResolve({ filter: /.*/ }, ({ path, kind }) =>
            kind === 'import-statement' && isBuiltin(path) && path !== 'node:module'
                ? { path, namespace: 'builtin' }
                : undefined,
        );
        onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
            contents: `module.exports = require(${JSON.stringify(path)});`,
        }));
    },
};

// Packages included: finding and reading them one by one is half of the time that a start takes. What is imported when it is
// needed stands in files of its own.
const { metafile } = await build({
    ...BUNDLE,
    stdin: {
        sourcefile: 'main.js',
        resolveDir: '.',
        contents: `
            import { enableCompileCache, flushCompileCache } from 'node:module';
            enableCompileCache(import.meta.dirname + '/${COMPILED}');
            await import('./packages/server/src/main.ts');
            flushCompileCache();`,
    },
    entryNames: 'main',
    outdir: OUTPUT,
    target: 'node22.18',
    // Names stay, for whoever reads a stack trace.
    minifySyntax: true,
    minifyWhitespace: true,
    // For the same; reading it at each start would cost more than it is worth.
    sourcemap: true,
    plugins: [requireBuiltins],
    legalComments: 'linked',
    metafile: true,
}).catch(() => process.exit(1)); // esbuild has said why.

// For whoever packs it: what else lies here is of builds before.
const made = { files: Object.keys(metafile.outputs).sort(), modules: Object.keys(metafile.inputs).sort() };
writeFileSync(CONTENTS.server, JSON.stringify(made));

// Of builds before. A service that still runs from one may need a part of it that it did not need yet.
for (const name of readdirSync(OUTPUT)) {
    if (Date.now() - statSync(`${OUTPUT}/${name}`).mtimeMs > A_WEEK) rmSync(`${OUTPUT}/${name}`, { recursive: true });
}

if (hasUi()) process.exitCode = await runVite('build', ['--logLevel', 'warn']);
// After the interface, whose folder it lies in and whose fonts it is set in.
if (hasUi() && !process.exitCode) await buildSite('.', 'packages/ui/dist');
if (!process.exitCode) writeFileSync(stamp, fingerprint);
