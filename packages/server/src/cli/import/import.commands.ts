import { type CliCommand, command, number, optional, toggle } from '../command.ts';

/** From elsewhere into the service that is signed in to; one folder for each source. */
export const IMPORT_COMMANDS = {
    'import unleash': command({
        summary: 'Import everything that can be read of an Unleash, and prove that SDKs get the same',
        arguments: {
            file: optional('file', 'An export, a state (version 4) or what an SDK keeps [the running one of --from]'),
        },
        options: {
            from: optional('address', 'Of a running one, with an admin token in UNLEASH_TOKEN [UNLEASH_URL]'),
            environment: { ...optional('environment', 'Of what an SDK keeps, which does not say it'), short: 'e' },
            apply: toggle('Do it; without this it only says what it would do'),
            prove: toggle('Compare what SDKs get from both, also without --apply'),
            overwrite: toggle('Replace what is there and different'),
            contexts: number('count', 'How many contexts the SDK evaluates for each token on both', 10_000),
            seed: number('number', 'Of the contexts: the same number, the same contexts', 1),
        },
        examples: [
            ['UNLEASH_TOKEN=… halyard import unleash --from https://unleash.example.com', 'only looks'],
            [
                'UNLEASH_TOKEN=… halyard import unleash --from https://unleash.example.com --apply',
                'again goes on where it was cut short',
            ],
            ['halyard import unleash state.json --apply', 'from a file'],
        ],
        load: async () => (await import('./unleash/unleash.ts')).importUnleash,
    }),
} satisfies Record<string, CliCommand>;
