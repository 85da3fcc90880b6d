import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import type { Bundle } from './scripts/import-graph.ts';
import { sharedFiles } from './scripts/shared-files.ts';

/** The maximum number of files with modules that several screens and dialogs share; today they are about 45. */
const MAX_SHARED_FILES = 80;

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
        // One style sheet: it is small, and those of single screens would be several requests each.
        cssCodeSplit: false,
        chunkSizeWarningLimit: 700,
        rolldownOptions: {
            output: {
                codeSplitting: {
                    groups: [
                        // Modules that every page needs are one file.
                        { name: 'app', tags: ['$initial'], priority: MAX_SHARED_FILES + 1 },
                        // Loaded only for lists with several items.
                        {
                            name: 'SortableList',
                            test: /lists\/SortableList|node_modules\/@dnd-kit/,
                            priority: MAX_SHARED_FILES,
                        },
                        // A file contains the imports of its modules, except those that are in files of higher priority.
                        ...Array.from({ length: MAX_SHARED_FILES }, (_, index) => ({
                            name: (id: string, bundle: Bundle) =>
                                sharedFileOf(id, bundle) === index ? 'shared' : null,
                            priority: MAX_SHARED_FILES - 1 - index,
                            debugName: `shared file ${index}`,
                        })),
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

/** The shared file of each module. */
let sharedFileByModule: Map<string, number> | undefined;

function sharedFileOf(id: string, bundle: Bundle): number | undefined {
    sharedFileByModule ??= new Map(
        sharedFiles(path.resolve(import.meta.dirname, 'src/main.tsx'), bundle).flatMap((modules, index) =>
            Array.from(modules, (module) => [module, Math.min(index, MAX_SHARED_FILES - 1)] as const),
        ),
    );
    return sharedFileByModule.get(id);
}

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
