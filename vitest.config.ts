import { availableParallelism } from 'node:os';
import path from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { EMBEDDED_ONLY_FILES, filesForEitherDatabase } from './packages/server/test/support/either-database.ts';
import { TestOrder } from './scripts/test-order.ts';

/** The compile cache of Node: the workers of every project and the processes of tests import the same thousand modules. */
process.env['NODE_COMPILE_CACHE'] ??= path.resolve(import.meta.dirname, '.cache/compiled');

/** Seed and number of the generated cases of property tests. */
const PROPERTIES = './scripts/properties.setup.ts';

/** The folder of embedded databases, and the PostgreSQL server. */
const DATA_FOLDER = 'packages/server/test/support/data-folder.setup.ts';
const POSTGRES = 'packages/server/test/support/postgres.setup.ts';

/** Checks and cleanup after every test file that starts the service. */
const FILE_END = 'packages/server/test/support/file-end.setup.ts';

/** One worker per core and one more, because tests sometimes wait for a browser, another process or a timer. */
const WORKERS = availableParallelism() + 1;

/** Tests of processes and of the browser wait more often. They run after all others, because projects that run together have the same number. */
const E2E_WORKERS = WORKERS + 1;

/** Each start of an app leaves some megabytes of garbage. With a large young generation, the collector copies few live objects. */
const HEAP_OPTIONS = ['--min-semi-space-size=64', '--max-semi-space-size=64'];

const FOR_EITHER = filesForEitherDatabase();

/** Server tests run on both databases, except for files that do not depend on the database or that need only one. */
function server(database: 'sqlite' | 'postgres') {
    return {
        test: {
            name: `server-${database}`,
            include: ['packages/server/{src,test}/**/*.test.ts'],
            exclude: [
                ...configDefaults.exclude,
                ...FOR_EITHER,
                ...(database === 'postgres' ? EMBEDDED_ONLY_FILES : []),
            ],
            env: { TEST_DATABASE: database },
            setupFiles: [PROPERTIES, FILE_END],
            globalSetup: database === 'postgres' ? [DATA_FOLDER, POSTGRES] : [DATA_FOLDER],
        },
    };
}

export default defineConfig({
    test: {
        // A test of a second may take a minute on a busy machine. The time grows with the number of generated cases.
        testTimeout: 120_000 * Number(process.env['PROPERTY_RUNS'] ?? 1),
        hookTimeout: 120_000,
        // The default of one second is too short on a busy machine.
        expect: { poll: { timeout: 60_000 } },
        // Eight times faster. Safe as long as modules have no state, which the conventions require.
        isolate: false,
        // Node loads the modules and strips their types, so nothing is compiled for each run.
        experimental: { viteModuleRunner: false, nodeLoader: false },
        maxWorkers: WORKERS,
        execArgv: HEAP_OPTIONS,
        sequence: { sequencer: TestOrder },
        reporters: ['default', './scripts/count-reporter.ts'],
        projects: [
            // The engine has its own config, so that its tests can run alone. Projects that run together need the same number of workers.
            {
                extends: './packages/engine/vitest.config.ts',
                root: './packages/engine',
                test: { name: 'engine', maxWorkers: WORKERS },
            },
            {
                extends: './packages/stats/vitest.config.ts',
                root: './packages/stats',
                test: { name: 'stats', maxWorkers: WORKERS },
            },
            server('sqlite'),
            server('postgres'),
            { test: { name: 'server', include: FOR_EITHER, setupFiles: [PROPERTIES, FILE_END] } },
            // UI code that needs no browser.
            {
                test: {
                    name: 'ui',
                    include: ['packages/ui/src/**/*.test.ts'],
                    setupFiles: [PROPERTIES],
                    // Node cannot load JSX.
                    experimental: { viteModuleRunner: true },
                },
            },
            { test: { name: 'scripts', include: ['{scripts,bench}/**/*.test.ts'] } },
            {
                test: {
                    name: 'e2e',
                    maxWorkers: E2E_WORKERS,
                    sequence: { groupOrder: 1 },
                    include: ['e2e/**/*.test.ts'],
                    setupFiles: [FILE_END],
                    globalSetup: [DATA_FOLDER, POSTGRES, 'e2e/support/built.setup.ts'],
                    // The browser may have to be installed first.
                    hookTimeout: 300_000,
                },
            },
        ],
    },
});
