import { type Command, command, optional } from './command.ts';

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
    health: command({
        summary: 'Ask a running service whether it is alive',
        options: { url: serviceUrl() },
        examples: [
            ['halyard health', 'as a health check of a container: status 0 or 1'],
            ['halyard health --url https://flags.example.com', 'of a service elsewhere'],
        ],
        load: async () => (await import('./health.ts')).health,
    }),
    ready: command({
        summary: 'Ask a running service whether it can answer: its database, too',
        options: { url: serviceUrl() },
        examples: [['halyard ready', 'status 0 when it can']],
        load: async () => (await import('./health.ts')).ready,
    }),
} satisfies Record<string, Command>;

export type CommandName = keyof typeof COMMANDS;

type GroupOf<Name> = Name extends `${infer Group} ${string}` ? Group : never;

/** What the commands of a group have in common. */
export const GROUPS: Record<GroupOf<CommandName>, string> = {};

function serviceUrl() {
    return optional('url', 'Address of the service [the one that HTTP_HOST, HTTP_PORT and BASE_URI_PATH say]');
}
