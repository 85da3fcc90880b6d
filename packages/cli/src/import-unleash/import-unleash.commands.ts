import { type CliCommand, command, number, optional, required, several, toggle } from '../program/command.ts';

/** Imports from other products into the service that the user is logged in to; one folder per source. */
export const IMPORT_COMMANDS = {
    'import unleash': command({
        summary: 'Import everything from Unleash, and verify that SDKs get the same results',
        arguments: {
            file: optional(
                'file',
                'Export, state file (version 4) or backup file of an SDK [the running service of --from]',
            ),
        },
        options: {
            from: optional('address', 'URL of a running Unleash, with an admin token in UNLEASH_TOKEN [UNLEASH_URL]'),
            environment: {
                ...optional('environment', 'Environment of a backup file of an SDK, which does not contain it'),
                short: 'e',
            },
            apply: toggle('Import; without this option the command only shows what it would do'),
            prove: toggle('Compare what SDKs receive from both services, even without --apply'),
            overwrite: toggle('Replace existing objects that differ'),
            skipRefused: toggle('With --apply: import everything else if the service refuses some objects'),
            contexts: number(
                'count',
                'Full verification: evaluate all flags also for this number of random contexts per token',
                0,
            ),
            fromContext: number('number', 'First random context, to continue an interrupted full verification', 0),
            seed: number('number', 'Seed of the random contexts: the same seed gives the same contexts', 1),
        },
        examples: [
            ['UNLEASH_TOKEN=… halyard import unleash --from https://unleash.example.com', 'changes nothing'],
            [
                'UNLEASH_TOKEN=… halyard import unleash --from https://unleash.example.com --apply',
                'run it again to resume after an interruption',
            ],
            [
                'UNLEASH_TOKEN=… halyard import unleash --from https://unleash.example.com --prove --contexts 10000',
                'verifies thoroughly; changes nothing',
            ],
            ['halyard import unleash state.json --apply', 'from a file'],
        ],
        load: async () => (await import('./unleash.ts')).importUnleash,
    }),
    'export unleash': command({
        summary: 'Write the flags of a project and an environment to files that Unleash can import',
        arguments: { folder: required('folder', 'Folder of the files; it is created if it is missing') },
        options: {
            project: required('project', 'Project of the flags, which must exist in Unleash'),
            environment: { ...required('environment', 'Environment of the settings'), short: 'e' },
            flags: several('flag', 'Only these flags [all flags of the project]'),
        },
        examples: [
            [
                'halyard export unleash back --project default -e production',
                'each file is the body of one request to /api/admin/features-batch/import of Unleash',
            ],
            ['halyard export unleash back --project default -e production --flags checkout', 'a single flag'],
        ],
        load: async () => (await import('./export-unleash.ts')).exportUnleash,
    }),
} satisfies Record<string, CliCommand>;
