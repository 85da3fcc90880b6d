import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Screens and dialogs that come when they are needed are some seventy; what fewer use than this is not of the first load. */
const USED_BY_MOST = 20;

const SERVER = process.env['HALYARD_SERVER'] ?? 'http://localhost:4242';

export default defineConfig({
    // Relative, so that the same build serves under any base path.
    base: './',
    plugins: [react(), splashFirst(), compressed(), toldToPackers()],
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
                        // All that every page needs is one file, and what most screens need another: what is left is asked for
                        // with the screen that needs it, in few requests.
                        { name: 'app', tags: ['$initial'], priority: 4 },
                        { name: 'common', minShareCount: USED_BY_MOST, priority: 3 },
                        // The first screens: they include nothing of the chunks below.
                        {
                            name: 'entrance',
                            test: /ui\/src\/pages\/(?:home\/HomePage|session\/SignInPage)\./,
                            priority: 2,
                        },
                        // Large, and for few screens.
                        { name: 'engine', test: /packages\/engine|node_modules\/re2js/, priority: 2 },
                        // A file for each set of screens that share something would be a hundred more, of two kilobytes.
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

/** A style sheet holds up what stands after it: at the end of the page, it does not hold up what is shown meanwhile. */
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

/** Compresses once when building instead of with every answer. */
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
                // As small as it gets, which is what it does unless told otherwise.
                writeFileSync(`${file}.br`, brotliCompressSync(content));
            }
        },
    };
}

/** The bundled packages, for the list of licences; written outside of the public folder. */
function toldToPackers(): Plugin {
    return {
        name: 'told-to-packers',
        apply: 'build',
        generateBundle() {
            const modules = [...this.getModuleIds()].sort();
            writeFileSync('../server/dist/.contents-ui.json', JSON.stringify({ modules }));
        },
    };
}
