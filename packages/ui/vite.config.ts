import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** About 70 screens and dialogs are loaded on demand. Modules that fewer of them use are not part of the first load. */
const USED_BY_MOST = 20;

const SERVER = process.env['HALYARD_SERVER'] ?? 'http://localhost:4242';

export default defineConfig({
    // Relative, so that the same build serves under any base path.
    base: './',
    plugins: [react(), splashFirst(), compressed(), bundledModules()],
    html: { cspNonce: '__NONCE__' },
    build: {
        target: 'es2023',
        sourcemap: false,
        assetsInlineLimit: 0,
        chunkSizeWarningLimit: 700,
        rolldownOptions: {
            output: {
                codeSplitting: {
                    groups: [
                        // Modules that every page needs are one file, modules that most screens need another. All other modules are
                        // loaded with the screens that need them, in few requests.
                        { name: 'app', tags: ['$initial'], priority: 4 },
                        { name: 'common', minShareCount: USED_BY_MOST, priority: 3 },
                        // The first screens, without the modules of the chunks below.
                        {
                            name: 'entrance',
                            test: /ui\/src\/pages\/(?:home\/HomePage|session\/SignInPage)\./,
                            priority: 2,
                        },
                        // Large, and used by few screens.
                        { name: 'engine', test: /packages\/engine|node_modules\/re2js/, priority: 2 },
                        // One file per set of screens with shared modules would add a hundred files of 2 kB.
                        { name: 'shared', test: /packages\/ui\/src/, minShareCount: 2, priority: 1 },
                    ],
                },
            },
        },
    },
    server: {
        proxy: Object.fromEntries(
            ['/api', '/auth', '/docs', '/invite', '/logout', '/health', '/ready'].map((prefix) => [
                prefix,
                { target: SERVER },
            ]),
        ),
    },
});

/** A style sheet blocks the rendering of the elements after it. At the end of the page, it does not delay the splash screen. */
function splashFirst(): Plugin {
    return {
        name: 'splash-first',
        apply: 'build',
        transformIndexHtml: {
            order: 'post',
            handler(page) {
                const sheets = page.match(/ *<link rel="stylesheet"[^>]*>\n?/g) ?? [];
                const rest = sheets.reduce((text, sheet) => text.replace(sheet, ''), page);
                return rest.replace(/ *<\/body>/, `${sheets.join('')}    </body>`);
            },
        },
    };
}

/** Compresses files once at build time instead of for every response. */
function compressed(): Plugin {
    return {
        name: 'compressed',
        apply: 'build',
        writeBundle({ dir = 'dist' }) {
            for (const name of readdirSync(path.join(dir, 'assets'))) {
                if (!/\.(js|css|svg)$/.test(name)) continue;
                const file = path.join(dir, 'assets', name);
                const content = readFileSync(file);
                writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
                // The default is the highest quality.
                writeFileSync(`${file}.br`, brotliCompressSync(content));
            }
        },
    };
}

/** The bundled packages, for the list of licences; written outside of the public folder. */
function bundledModules(): Plugin {
    return {
        name: 'bundled-modules',
        apply: 'build',
        generateBundle() {
            const modules = [...this.getModuleIds()].sort();
            writeFileSync('../server/dist/.contents-ui.json', JSON.stringify({ modules }));
        },
    };
}
