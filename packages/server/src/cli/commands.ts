import { type Command, command, optional, required, toggle } from './command.ts';
import { edgeOptions, offlineOptions } from './edge.ts';

/** Everything `halyard` can be told to do. A name of two words belongs to the group that is its first. */
export const COMMANDS = {
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
        options: { replace: toggle('Replace everything that is in the database') },
        examples: [
            ['halyard restore flags.jsonl.gz', 'into the database of this configuration; the service is stopped'],
            ['halyard restore flags.jsonl.gz --replace', 'all changes since the backup are lost'],
        ],
        load: async () => (await import('./restore.ts')).restore,
    }),
} satisfies Record<string, Command>;

export type CommandName = keyof typeof COMMANDS;

type GroupOf<Name> = Name extends `${infer Group} ${string}` ? Group : never;

/** What the commands of a group have in common. */
export const GROUPS: Record<GroupOf<CommandName>, string> = {};

function serviceUrl() {
    return optional('url', 'Address of the service [the one that HTTP_HOST, HTTP_PORT and BASE_URI_PATH say]');
}

function edgeUrl() {
    return {
        edgeUrl: optional(
            'url',
            'Address of an edge [the one that PORT and BASE_PATH say, where UPSTREAM_URL or BOOTSTRAP_FILE is set]',
        ),
        caCertificateFile: optional('file', 'Certificate (PEM) that an edge with TLS is trusted by'),
    };
}
