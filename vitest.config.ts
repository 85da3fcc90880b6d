import { availableParallelism } from 'node:os';
import path from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { EMBEDDED_ONLY_FILES, filesForEitherDatabase } from './packages/server/test/support/either-database.ts';
import { LongTestsFirst } from './scripts/long-tests-first.ts';

/** Each project has workers of its own, and each of them imports the same thousand modules; so do the processes that tests start. */
process.env['NODE_COMPILE_CACHE'] ??= path.resolve(import.meta.dirname, '.cache/compiled');

/** Which cases are generated, and how many. */
const PROPERTIES = './scripts/properties.setup.ts';

/** Where databases lie, and the server of the others. */
const DATA_FOLDER = 'packages/server/test/support/data-folder.setup.ts';
const POSTGRES = 'packages/server/test/support/postgres.setup.ts';

/** What every file that starts the service ends with. */
const FILE_END = 'packages/server/test/support/file-end.setup.ts';

/** One for each core and one more: tests wait now and then, for a browser, another process or a timer. */
const WORKERS = availableParallelism() + 1;

/** Each start of an app leaves some megabytes that nobody needs: with room for many, the collector looks at few that still live. */
const YOUNG_OBJECTS = ['--min-semi-space-size=64', '--max-semi-space-size=64'];

const FOR_EITHER = filesForEitherDatabase();

/** The tests of the server run on both databases, except for files that depend on neither, or for which one is enough. */
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
        // What takes a second alone may take a minute on a machine that does much else. Ten times as many generated cases take ten times
        // as long.
        testTimeout: 120_000 * Number(process.env['PROPERTY_RUNS'] ?? 1),
        hookTimeout: 120_000,
        // A second, as vitest has it, is over before a busy machine has come to it.
        expect: { poll: { timeout: 60_000 } },
        // Eight times faster, and safe as long as modules hold no state, which the conventions demand anyway.
        isolate: false,
        // Modules are those of Node, which strips their types itself: nothing is compiled for each run, and calls go straight.
        experimental: { viteModuleRunner: false, nodeLoader: false },
        maxWorkers: WORKERS,
        execArgv: YOUNG_OBJECTS,
        sequence: { sequencer: LongTestsFirst },
        reporters: ['default', './scripts/count-reporter.ts'],
        projects: [
            // Its own config makes it run alone too; groups of projects that run together need the same number of workers.
            {
                extends: './packages/engine/vitest.config.ts',
                root: './packages/engine',
                test: { name: 'engine', maxWorkers: WORKERS },
            },
            server('sqlite'),
            server('postgres'),
            { test: { name: 'server', include: FOR_EITHER, setupFiles: [PROPERTIES, FILE_END] } },
            // UI code without a page: no browser needed.
            {
                test: {
                    name: 'ui',
                    include: ['packages/ui/src/**/*.test.ts'],
                    setupFiles: [PROPERTIES],
                    // Node does not know JSX.
                    experimental: { viteModuleRunner: true },
                },
            },
            { test: { name: 'scripts', include: ['{scripts,bench}/**/*.test.ts'] } },
            {
                test: {
                    name: 'e2e',
                    include: ['e2e/**/*.test.ts'],
                    setupFiles: [FILE_END],
                    globalSetup: [DATA_FOLDER, POSTGRES, 'e2e/support/built.setup.ts'],
                    // The browser may have to be installed first.
                    hookTimeout: 300_000,
                    sequence: { groupOrder: 1 },
                },
            },
        ],
    },
});
