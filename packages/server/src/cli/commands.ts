import { type Proof, parseProof } from '../changes/proof.ts';
import { SOURCE_NAMES } from '../import/source-names.ts';
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
} from './command.ts';
import { edgeOptions, offlineOptions } from './edge.ts';
import { GITOPS_COMMANDS } from './gitops/gitops.commands.ts';
import { IMPORT_COMMANDS } from './import/import.commands.ts';
import { REFS_COMMANDS } from './refs/refs.commands.ts';
import { REMOTE_COMMANDS } from './remote/remote.commands.ts';

/** Everything `halyard` can be told to do. A name of two words belongs to the group that is its first. */
export const COMMANDS = {
    ...REMOTE_COMMANDS,
    ...GITOPS_COMMANDS,
    ...IMPORT_COMMANDS,
    ...REFS_COMMANDS,
    serve: command({
        summary: 'Run the service; this is what happens without a command',
        examples: [
            ['halyard', 'on the embedded database in ./data'],
            ['DATABASE_URL=postgres://… halyard serve', 'on PostgreSQL'],
        ],
        listsSettings: true,
        load: async () => {
            const { serve } = await import('./serve.ts');
            return async (_, { environment, version, output }) => output.endsWith(await serve(environment, version));
        },
    }),
    edge: command({
        summary: 'Serve SDKs near their applications, following a Halyard, an Unleash or another edge',
        options: edgeOptions(),
        examples: [
            ['halyard edge -u https://flags.example.com -t *:production.secret', 'with the flags of one environment'],
            [
                'UPSTREAM_URL=… TOKENS=… BACKUP_FOLDER=/data halyard edge',
                'the same by variables, starts without upstream',
            ],
        ],
        load: async () => (await import('./edge.ts')).edge,
    }),
    offline: command({
        summary: 'Serve SDKs from a file of flags, which may change while it runs',
        options: offlineOptions(),
        examples: [
            ['halyard offline --bootstrap-file flags.json --client-tokens secret', 'what a backend SDK asks with'],
        ],
        load: async () => (await import('./edge.ts')).offline,
    }),
    health: command({
        summary: 'Ask a running service, or an edge, whether it is alive',
        options: { url: serviceUrl(), ...edgeUrl() },
        examples: [
            ['halyard health', 'as a health check of a container: status 0 or 1'],
            ['halyard health --url https://flags.example.com', 'of a service elsewhere'],
            ['halyard health --edge-url http://localhost:3063', 'of an edge'],
        ],
        load: async () => (await import('./health.ts')).health,
    }),
    ready: command({
        summary: 'Ask a running service whether it can answer: its database, too; or an edge whether it has flags',
        options: { url: serviceUrl(), ...edgeUrl() },
        examples: [['halyard ready', 'status 0 when it can']],
        load: async () => (await import('./health.ts')).ready,
    }),
    import: command({
        summary: "Bring another product's flags here, or say with --dry-run what would become of every rule",
        arguments: {
            source: required('source', `Where they come from: ${SOURCE_NAMES.join(', ')}`),
            file: required('file', 'What the product exports, as JSON or YAML'),
        },
        options: {
            project: { says: 'The project they go to', takes: 'project', fallback: 'default' },
            environment: several(
                'from=to',
                'Which environment here each of the file becomes; for files of one, its name here',
            ),
            people: toggle(
                'Keep the very people of percentages, where Halyard evaluates, instead of their share in every SDK',
            ),
            accept: several('flag', 'Import this flag although a part of it is lost; * for all'),
            leaveOut: several('flag', 'Do not import this flag'),
            dryRun: dryRun(),
        },
        examples: [
            [
                'halyard import launchdarkly flags.json --environment production --dry-run',
                'the report, rule by rule; status 2 when a part is lost',
            ],
            [
                'halyard import flagsmith environment.json --environment production --people',
                'imports, with the same people',
            ],
        ],
        load: async () => (await import('./import.ts')).importForeign,
    }),
    backup: command({
        summary: 'Write everything into one file, while the service runs',
        arguments: { file: optional('file', 'Where to [halyard-<time>.jsonl.gz]; an existing file is not replaced') },
        examples: [
            ['halyard backup', 'the database of this configuration'],
            ['DATABASE_URL=postgres://… halyard backup /backups/flags.jsonl.gz', 'of PostgreSQL'],
        ],
        load: async () => (await import('./backup.ts')).backup,
    }),
    restore: command({
        summary: 'Put a backup into an empty database, or with --replace instead of what is there',
        arguments: { file: required('file', 'The backup, of either database') },
        options: { replace: toggle('Replace everything that is in the database'), dryRun: dryRun() },
        examples: [
            ['halyard restore flags.jsonl.gz', 'into the database of this configuration; the service is stopped'],
            ['halyard restore flags.jsonl.gz --replace', 'all changes since the backup are lost'],
            ['halyard restore flags.jsonl.gz --dry-run', 'whether the file is whole, and could be restored here'],
        ],
        load: async () => (await import('./restore.ts')).restore,
    }),
    'begin-epoch': command({
        summary: 'Let SDKs begin anew after the database was restored by its own means',
        options: { dryRun: dryRun() },
        examples: [['halyard begin-epoch', 'after pg_restore or a snapshot, before the service starts']],
        load: async () => (await import('./begin-epoch.ts')).newEpoch,
    }),
    migrate: command({
        summary: 'Copy the database into an empty one of the other kind, and prove that it is the same',
        options: {
            to: required('database', 'postgres://user:password@host/database or sqlite:folder'),
            restart: toggle('Begin anew instead of going on with a copy that was cut short'),
            dryRun: dryRun(),
        },
        examples: [
            ['halyard migrate --to postgres://…', 'from the embedded database; the service is stopped'],
            ['DATABASE_URL=postgres://… halyard migrate --to sqlite:./data', 'and back'],
        ],
        load: async () => (await import('./migrate.ts')).migrate,
    }),
    'verify-log': command({
        summary: 'Prove that no event was edited, removed or inserted by hand',
        arguments: { files: several('file', 'Archives of events, or backups [the database of this configuration]') },
        options: {
            folder: optional('folder', 'Where the archives of the database are: proves all of them, too [ARCHIVE_DIR]'),
            after: {
                takes: 'id:hash',
                says: 'Newest event of an earlier run, kept outside of the database: it must still be there',
                parse: parseProof,
                expects: 'the id and the hash that an earlier run printed, such as 42:9f8e…',
            } satisfies CliOption<Proof> as CliOption<Proof | undefined>,
        },
        examples: [
            ['halyard verify-log', 'status 1 and where, if it is broken; prints the newest event as id:hash'],
            ['halyard verify-log --after 42:9f8e…', 'also shows that the log was cut off or rewritten since'],
            ['halyard verify-log --folder /archive', 'from event 1 on: no archive is missing, changed or another'],
            ['halyard verify-log archive/*.jsonl', 'archives by themselves, and that none is missing between them'],
        ],
        load: async () => (await import('./verify-log.ts')).verifyLog,
    }),
    doctor: command({
        summary: 'Look for what is wrong with configuration, database, clocks, disk, permissions and versions',
        options: { url: serviceUrl() },
        examples: [['halyard doctor', 'one line for each thing; status 1 when one is wrong']],
        load: async () => (await import('./doctor.ts')).doctor,
    }),
    'user reset-password': command({
        summary: 'Give a user a new password, and sign them out everywhere',
        arguments: { user: required('user', 'Username or e-mail address') },
        options: { dryRun: dryRun() },
        examples: [
            ['halyard user reset-password admin', 'asks for it'],
            ['halyard user reset-password admin < password.txt', 'reads it'],
        ],
        load: async () => (await import('./reset-password.ts')).resetPassword,
    }),
    'archive-log': command({
        summary: 'Move old events from the log to files that prove themselves, now rather than once a day',
        options: {
            days: number('days', 'Events that are older', 365),
            folder: optional('folder', 'Where to [ARCHIVE_DIR]'),
            sweep: toggle('Delete what is in the files from the database, too; the service is stopped'),
            dryRun: dryRun(),
        },
        examples: [
            ['halyard archive-log --days 90 --folder /archive', 'the service may run meanwhile'],
            ['halyard archive-log --sweep', 'deletes the rows as well, which a service does a day later'],
        ],
        load: async () => (await import('./archive-log.ts')).archiveLog,
    }),
    completion: command({
        summary: 'Print the script by which a shell completes these commands',
        arguments: { shell: required('shell', 'bash, zsh or fish') },
        examples: [
            ['source <(halyard completion bash)', 'in ~/.bashrc'],
            ['halyard completion fish > ~/.config/fish/completions/halyard.fish', 'for fish'],
        ],
        load: async () => (await import('./completion.ts')).completion,
    }),
} satisfies Record<string, CliCommand>;

export type CommandName = keyof typeof COMMANDS;

type GroupOf<Name> = Name extends `${infer Group} ${string}` ? Group : never;

/** Help texts for groups of commands. */
export const GROUPS: Record<GroupOf<CommandName>, string> = {
    flag: 'Flags of the service you are signed in to',
    segment: 'Segments of it',
    import: 'From elsewhere into it',
    refs: 'Where code uses flags',
    user: 'People who sign in',
};

function serviceUrl() {
    return optional('url', 'Address of the service [the one that HTTP_HOST, HTTP_PORT and BASE_URI_PATH say]');
}

function edgeUrl() {
    return {
        edgeUrl: {
            ...optional(
                'url',
                'Address of an edge [EDGE_URL, or what PORT and BASE_PATH say where UPSTREAM_URL or BOOTSTRAP_FILE is set]',
            ),
            short: 'e',
        },
        caCertificateFile: {
            ...optional('file', 'Certificate (PEM) that an edge with TLS is trusted by [CA_CERTIFICATE_FILE]'),
            short: 'c',
        },
        whichever: toggle('Ask the service, and an edge if there is none: in an image it may be either'),
    };
}
