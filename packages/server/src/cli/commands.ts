import { IMPORT_COMMANDS } from '@halyard/cli/import-unleash/import-unleash.commands';
import {
    type CliCommand,
    type CliOption,
    command,
    dryRun,
    number,
    optional,
    required,
    several,
    toggle,
} from '@halyard/cli/program/command';
import { REFS_COMMANDS } from '@halyard/cli/refs/refs.commands';
import { REMOTE_COMMANDS } from '@halyard/cli/remote/remote.commands';
import { STATS_COMMANDS } from '@halyard/cli/stats/stats.commands';
import { type ChainHead, parseChainHead } from '../changes/chain-head.ts';
import { SOURCE_NAMES } from '../import/source-names.ts';
import { edgeOptions, offlineOptions } from './edge.ts';
import { GITOPS_COMMANDS } from './gitops/gitops.commands.ts';

/** All commands of `halyard`. The first word of a name with two words is its group. */
export const COMMANDS = {
    ...REMOTE_COMMANDS,
    ...GITOPS_COMMANDS,
    ...IMPORT_COMMANDS,
    ...REFS_COMMANDS,
    ...STATS_COMMANDS,
    serve: command({
        summary: 'Run the service (default command)',
        examples: [
            ['halyard', 'with the embedded database in ./data'],
            ['DATABASE_URL=postgres://… halyard serve', 'with PostgreSQL'],
        ],
        listsSettings: true,
        load: async () => {
            const { serve } = await import('./serve.ts');
            return async (_, { environment, version, output }) => output.endsWith(await serve(environment, version));
        },
    }),
    edge: command({
        summary:
            'Run an edge that serves SDKs close to their applications; upstream is Halyard, Unleash or another edge',
        options: edgeOptions(),
        examples: [
            ['halyard edge -u https://flags.example.com -t *:production.secret', 'with the flags of one environment'],
            [
                'UPSTREAM_URL=… TOKENS=… BACKUP_FOLDER=/data halyard edge',
                'configured by variables; with the backup it starts even if upstream is unavailable',
            ],
        ],
        load: async () => (await import('./edge.ts')).edge,
    }),
    offline: command({
        summary: 'Serve SDKs from a file of flags; changes of the file are picked up',
        options: offlineOptions(),
        examples: [
            ['halyard offline --bootstrap-file flags.json --client-tokens secret', 'backend SDKs use the token secret'],
        ],
        load: async () => (await import('./edge.ts')).offline,
    }),
    health: command({
        summary: 'Check whether a running service or edge is alive',
        options: { url: serviceUrl(), ...edgeUrl() },
        examples: [
            ['halyard health', 'as the health check of a container: exit code 0 or 1'],
            ['halyard health --url https://flags.example.com', 'for a remote service'],
            ['halyard health --edge-url http://localhost:3063', 'for an edge'],
        ],
        load: async () => (await import('./health.ts')).health,
    }),
    ready: command({
        summary: 'Check whether a running service, including its database, is ready, or whether an edge has flags',
        options: { url: serviceUrl(), ...edgeUrl() },
        examples: [['halyard ready', 'exit code 0 if it is ready']],
        load: async () => (await import('./health.ts')).ready,
    }),
    import: command({
        summary: 'Import the flags of another product; without --apply, report the result for every rule',
        arguments: {
            source: required('source', `Source product: ${SOURCE_NAMES.join(', ')}`),
            file: required('file', 'Export file of the product, as JSON or YAML'),
        },
        options: {
            project: { description: 'Project to import into', placeholder: 'project', fallback: 'default' },
            environment: several(
                'from=to',
                'Mapping of environments of the file to environments here; for files with one environment, its name here',
            ),
            people: toggle(
                'Keep exactly the same users in percentage rollouts, where Halyard evaluates, instead of the same share in every SDK',
            ),
            accept: several('flag', 'Import this flag even if a part of it is lost; * for all'),
            replace: several('flag', 'Replace this existing flag if it differs; * for all'),
            leaveOut: several('flag', 'Do not import this flag'),
            judge: toggle(
                "First compare with the product's own evaluator, whose npm package must be installed; stop if a result differs",
            ),
            apply: toggle('Import; without this option the command only shows what it would do'),
            overwrite: toggle('Replace existing flags that differ, like --replace *'),
            skipRefused: toggle('With --apply: import everything else if some flags are refused'),
            dryRun: toggle('Deprecated: the command imports only with --apply'),
        },
        examples: [
            [
                'halyard import launchdarkly flags.json --environment production',
                'reports every rule; exit code 1 if a part is lost',
            ],
            [
                'halyard import flagsmith environment.json --environment production --people --apply',
                'imports with the same users in percentage rollouts',
            ],
            [
                'halyard import growthbook features.json --environment production --judge',
                'compares the results with those of @growthbook/growthbook; exit code 2 if they differ',
            ],
        ],
        load: async () => (await import('./import.ts')).importForeign,
    }),
    backup: command({
        summary: 'Back up all data to one file, while the service runs',
        arguments: {
            file: optional('file', 'File to write [halyard-<time>.jsonl.gz]; an existing file is not overwritten'),
        },
        examples: [
            ['halyard backup', 'backs up the configured database'],
            ['DATABASE_URL=postgres://… halyard backup /backups/flags.jsonl.gz', 'backs up PostgreSQL'],
        ],
        load: async () => (await import('./backup.ts')).backup,
    }),
    restore: command({
        summary: 'Restore a backup into an empty database; --replace overwrites existing data',
        arguments: { file: required('file', 'Backup of SQLite or PostgreSQL') },
        options: { replace: toggle('Replace all data in the database'), dryRun: dryRun() },
        examples: [
            ['halyard restore flags.jsonl.gz', 'restores into the configured database; stop the service first'],
            ['halyard restore flags.jsonl.gz --replace', 'all changes since the backup are lost'],
            [
                'halyard restore flags.jsonl.gz --dry-run',
                'checks whether the file is complete and can be restored here',
            ],
        ],
        load: async () => (await import('./restore.ts')).restore,
    }),
    'begin-epoch': command({
        summary: 'Make SDKs fetch all flags again after the database was restored with its own tools',
        options: { dryRun: dryRun() },
        examples: [['halyard begin-epoch', 'after pg_restore or a snapshot, before the service starts']],
        load: async () => (await import('./begin-epoch.ts')).newEpoch,
    }),
    migrate: command({
        summary: 'Copy all data from SQLite to an empty PostgreSQL or vice versa, and verify the copy',
        options: {
            to: required('database', 'postgres://user:password@host/database or sqlite:folder'),
            restart: toggle('Start again instead of resuming an interrupted copy'),
            dryRun: dryRun(),
        },
        examples: [
            ['halyard migrate --to postgres://…', 'from the embedded database; stop the service first'],
            ['DATABASE_URL=postgres://… halyard migrate --to sqlite:./data', 'in the opposite direction'],
        ],
        load: async () => (await import('./migrate.ts')).migrate,
    }),
    'verify-log': command({
        summary: 'Verify that no event was modified, removed or inserted outside of the service',
        arguments: { files: several('file', 'Event archives or backups [the configured database]') },
        options: {
            folder: optional(
                'folder',
                'Folder with the archives of the database, which are also verified [ARCHIVE_DIR]',
            ),
            after: {
                placeholder: 'id:hash',
                description: 'Newest event of an earlier run, stored outside of the database; it must be unchanged',
                parse: parseChainHead,
                expects: 'the id and the hash that an earlier run printed, such as 42:9f8e…',
            } satisfies CliOption<ChainHead> as CliOption<ChainHead | undefined>,
            checkpoint: optional(
                'file',
                'File with the newest event of the last run: verify only later events, then update it',
            ),
        },
        examples: [
            [
                'halyard verify-log',
                'exit code 1 and the position if the chain is broken; prints the newest event as id:hash',
            ],
            ['halyard verify-log --after 42:9f8e…', 'also detects that the log was truncated or rewritten since'],
            [
                'halyard verify-log --checkpoint /mnt/audit/halyard',
                'verifies the events since the last run; keep the file where the database cannot be changed from',
            ],
            [
                'halyard verify-log --folder /archive',
                'verifies from event 1 on: no archive is missing, modified or replaced',
            ],
            [
                'halyard verify-log archive/*.jsonl',
                'verifies archives without the database, and that none is missing between them',
            ],
        ],
        load: async () => (await import('./verify-log.ts')).verifyLog,
    }),
    doctor: command({
        summary: 'Check configuration, database, clocks, disk, permissions and versions for problems',
        options: { url: serviceUrl() },
        examples: [['halyard doctor', 'prints one line per check; exit code 1 if one fails']],
        load: async () => (await import('./doctor.ts')).doctor,
    }),
    'user reset-password': command({
        summary: 'Set a new password for a user and end all sessions of the user',
        arguments: { user: required('user', 'Username or e-mail address') },
        options: { dryRun: dryRun() },
        examples: [
            ['halyard user reset-password admin', 'prompts for the password'],
            ['halyard user reset-password admin < password.txt', 'reads the password from a file'],
        ],
        load: async () => (await import('./reset-password.ts')).resetPassword,
    }),
    'user reset-second-factor': command({
        summary: 'Remove the second factors of a user who has lost them, and end all sessions of the user',
        arguments: { user: required('user', 'Username or e-mail address') },
        options: { dryRun: dryRun() },
        examples: [
            ['halyard user reset-second-factor admin', 'the password is enough to sign in'],
            ['halyard user reset-second-factor admin --dry-run', 'only checks that the user has one'],
        ],
        load: async () => (await import('./reset-second-factor.ts')).resetSecondFactor,
    }),
    'archive-log': command({
        summary: 'Move old events from the database to verifiable files now, instead of waiting for the daily job',
        options: {
            days: number('days', 'Minimum age of the events in days', 365),
            folder: optional('folder', 'Folder to write to [ARCHIVE_DIR]'),
            sweep: toggle('Also delete the archived events from the database; stop the service first'),
            dryRun: dryRun(),
        },
        examples: [
            ['halyard archive-log --days 90 --folder /archive', 'the service may keep running'],
            ['halyard archive-log --sweep', 'also deletes the rows, which a running service does a day later'],
        ],
        load: async () => (await import('./archive-log.ts')).archiveLog,
    }),
    completion: command({
        summary: 'Print a shell completion script',
        arguments: { shell: required('shell', 'bash, zsh or fish') },
        examples: [
            ['source <(halyard completion bash)', 'in ~/.bashrc'],
            ['halyard completion fish > ~/.config/fish/completions/halyard.fish', 'for fish'],
        ],
        load: async () => (await import('@halyard/cli/program/completion')).completion,
    }),
} satisfies Record<string, CliCommand>;

export type CommandName = keyof typeof COMMANDS;

type GroupOf<Name> = Name extends `${infer Group} ${string}` ? Group : never;

/** Help texts for groups of commands. */
export const GROUPS: Record<GroupOf<CommandName>, string> = {
    flag: 'Flags of the service you are signed in to',
    'change-request': 'Change requests of the service you are signed in to',
    segment: 'Segments of the service you are signed in to',
    token: 'API tokens of the service you are signed in to',
    release: 'Release plans of flags, and the templates they are copied from',
    experiment: 'Experiments with the variants of flags, their results and decisions',
    import: 'Imports into the service you are signed in to',
    export: 'Exports from the service you are signed in to',
    refs: 'References to flags in code',
    stats: 'Statistics of releases and experiments',
    metrics: 'Metrics of the service you are signed in to',
    user: 'User accounts',
};

function serviceUrl() {
    return optional('url', 'URL of the service [from HTTP_HOST, HTTP_PORT and BASE_URI_PATH]');
}

function edgeUrl() {
    return {
        edgeUrl: {
            ...optional(
                'url',
                'URL of an edge [EDGE_URL, or from PORT and BASE_PATH if UPSTREAM_URL or BOOTSTRAP_FILE is set]',
            ),
            short: 'e',
        },
        caCertificateFile: {
            ...optional('file', 'CA certificate file (PEM) for an edge with TLS [CA_CERTIFICATE_FILE]'),
            short: 'c',
        },
        whichever: toggle(
            'Check the service, or an edge if there is no service, for container images that may run either',
        ),
    };
}
