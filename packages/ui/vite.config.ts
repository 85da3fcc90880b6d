import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

/** About 70 screens and dialogs are loaded on demand. Modules that fewer of them use are not part of the first load. */
const USED_BY_MOST = 20;

/** The modules of the engine that describe flags; all others evaluate them. */
const WORDING =
    /packages\/engine\/src\/(?:effect-sentences|phrases|operator-phrases|sentences|malformed|local-time|weights|foreign\/products)\./;

/** The screens that users open most often. They load the shared modules that they need, and no others. */
const FREQUENT_SCREENS = [
    ['session/SignInPage'],
    ['home/HomePage'],
    ['projects/ProjectPage', 'search/SearchPage'],
    ['flags/page/FlagPage', 'flags/usage/FlagExposure', 'flags/usage/ExposureChart', 'welcome/NextStep'],
    ['flags/usage/FlagUsage', 'insights/InsightsPage', 'applications/ApplicationsPage'],
    // Less frequent, but separate: editors import the evaluation of flags, and other dialogs do not.
    ['strategies/StrategyDrawer', 'segments/SegmentDialog'],
    ['flags/dialogs/CloneDialog'],
];

/** The size of the source code that is worth a file of its own. */
const SMALL_FILE = 2_000;

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
                // The names of some files list all screens that need them.
                chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
                codeSplitting: {
                    groups: [
                        // Modules that every page needs are one file, modules that most screens need another. All other modules are
                        // loaded with the screens that need them, in few requests.
                        { name: 'app', tags: ['$initial'], priority: 13 },
                        { name: 'common', minShareCount: USED_BY_MOST, priority: 12 },
                        // Sentences about strategies are shown on many screens; few screens evaluate flags.
                        { name: 'wording', test: WORDING, priority: 11 },
                        { name: 'engine', test: /packages\/engine|node_modules\/re2js/, priority: 10 },
                        // Loaded only for lists with several items.
                        { name: 'SortableList', test: /lists\/SortableList|node_modules\/@dnd-kit/, priority: 11 },
                        // One file per set of screens; small files are merged with those of similar sets.
                        ...[/node_modules\/@tabler/, /node_modules/].map((test, index) => ({
                            name: 'vendor',
                            test,
                            minShareCount: 2,
                            priority: 9 - index,
                            entriesAware: true,
                            entriesAwareMergeThreshold: SMALL_FILE,
                        })),
                        // One file per set of screens with shared modules would add a hundred files of 2 kB. A file contains the
                        // imports of its modules, except those that are in files of higher priority.
                        ...[...FREQUENT_SCREENS.keys(), FREQUENT_SCREENS.length].map((count) => ({
                            name: (id: string, graph: ModuleGraph) => {
                                const screens = frequentScreensOf(id, graph);
                                return screens.length === count ? ['shared', ...screens].join('-') : null;
                            },
                            test: /packages\/ui\/src/,
                            minShareCount: 2,
                            priority: count + 1,
                            debugName: `shared by ${count}`,
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

interface ModuleGraph {
    getModuleInfo(id: string): Rolldown.ModuleInfo | null;
}

/** The modules that each frequent screen imports, directly or not. */
let importedBy: Set<string>[] | undefined;

/** Returns the positions of the frequent screens that need a module. */
function frequentScreensOf(id: string, graph: ModuleGraph): number[] {
    function collect(module: string, found: Set<string>): void {
        if (found.has(module) || !module.includes('/ui/src/')) return;
        found.add(module);
        for (const imported of graph.getModuleInfo(module)?.importedIds ?? []) collect(imported, found);
    }
    importedBy ??= FREQUENT_SCREENS.map((parts) => {
        const found = new Set<string>();
        for (const part of parts) collect(path.resolve(import.meta.dirname, `src/pages/${part}.tsx`), found);
        return found;
    });
    return importedBy.flatMap((modules, screen) => (modules.has(id) ? [screen] : []));
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
