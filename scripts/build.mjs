// Builds one part of the product: `server` (JavaScript files for Node) or `pages` (user interface and documentation as static files).
// The launcher decides whether a build is necessary.
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { build } from 'esbuild';
import { passSignalsOn } from './launcher/run.mjs';
import { hasUi, runVite } from './launcher/vite.mjs';
import { BUNDLE } from './package/bundle.mjs';
import { CONTENTS } from './package/contents.mjs';

passSignalsOn();
// The output must not depend on the caller's environment: a build during tests gives the same bytes.
process.env['NODE_ENV'] = 'production';
const [part = '', stamp = '', fingerprint = ''] = process.argv.slice(2);
rmSync(stamp, { force: true });

const A_WEEK = 7 * 24 * 3_600_000;
const OUTPUT = 'packages/server/dist';
/** Folder of V8's compile cache, which shortens the start. */
const COMPILED = 'compiled';

/**
 * Loads modules of Node by `require`: an import instantiates every export, and for `node:http` that includes a WebSocket client.
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

/** Packages are included: finding and reading them one by one takes half of the start time. Dynamic imports become files of their own. */
async function buildServer() {
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
        // Names are kept for stack traces.
        minifySyntax: true,
        minifyWhitespace: true,
        // Source maps are for stack traces, too. Node reads them only with --enable-source-maps, which would slow down each start.
        sourcemap: true,
        plugins: [requireBuiltins],
        legalComments: 'linked',
        metafile: true,
    }).catch(() => process.exit(1)); // esbuild has printed the reason.

    // The list of this build's files, for packing: the folder also contains files of earlier builds.
    const made = { files: Object.keys(metafile.outputs).sort(), modules: Object.keys(metafile.inputs).sort() };
    writeFileSync(CONTENTS.server, JSON.stringify(made));

    // A service that still runs from an earlier build may load further files of that build, so they stay for a week.
    const outdated = readdirSync(OUTPUT).filter(
        (name) => !name.startsWith('.') && Date.now() - statSync(`${OUTPUT}/${name}`).mtimeMs > A_WEEK,
    );
    for (const name of outdated) rmSync(`${OUTPUT}/${name}`, { recursive: true });
    return 0;
}

async function buildPages() {
    if (!hasUi()) return 0;
    const code = await runVite('build', ['--logLevel', 'warn']);
    // After the user interface, because the documentation is written into its folder and uses its fonts.
    const { buildSite } = await import('./docs/site.ts');
    if (code === 0) await buildSite('.', 'packages/ui/dist');
    return code;
}

process.exitCode = await (part === 'server' ? buildServer() : buildPages());
if (!process.exitCode) writeFileSync(stamp, fingerprint);
