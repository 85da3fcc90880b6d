import { type CliCommand, command, dryRun, optional, required, several, toggle, withFallback } from '../command.ts';

const project = () => optional('project', 'The project of the flag [found by its name]');
const environment = () => ({ ...required('environment', 'Such as development or production'), short: 'e' });

/** What people do with a running service, their own or one elsewhere. */
export const REMOTE_COMMANDS = {
    login: command({
        summary: 'Remember which service to ask, and a token for it',
        arguments: { address: optional('address', 'Of the service, with its base path [HALYARD_URL]') },
        examples: [
            ['halyard login https://flags.example.com', 'asks for a token; it is kept where only you can read it'],
            ['halyard login https://flags.example.com < token.txt', 'reads it'],
            ['HALYARD_URL=… HALYARD_TOKEN=… halyard flag list', 'in pipelines: nothing is kept'],
        ],
        load: async () => (await import('./login.ts')).login,
    }),
    logout: command({
        summary: 'Forget the address and the token',
        examples: [['halyard logout', 'the token itself goes on: delete it in the service, too']],
        load: async () => (await import('./login.ts')).logout,
    }),
    whoami: command({
        summary: 'Say who you are at which service',
        examples: [['halyard whoami', 'status 1 when the service does not know you']],
        load: async () => (await import('./login.ts')).whoami,
    }),
    'flag list': command({
        summary: 'List flags, and where they are on',
        arguments: { query: optional('text', 'In the name, the description or a tag [all]') },
        options: {
            project: optional('project', 'Only of this one'),
            archived: toggle('Archived ones instead'),
        },
        examples: [
            ['halyard flag list', 'all that you may see'],
            ['halyard flag list checkout --project web --json', 'as JSON, which is also what a pipe gets'],
        ],
        load: async () => (await import('./flag.ts')).listFlags,
    }),
    'flag show': command({
        summary: 'Show a flag with its environments, strategies and variants',
        arguments: { name: required('flag', 'Its name') },
        options: { project: project() },
        examples: [['halyard flag show new-checkout', 'whatever its project is']],
        load: async () => (await import('./flag.ts')).showFlag,
    }),
    'flag create': command({
        summary: 'Create a flag, which is off everywhere',
        arguments: { name: required('flag', 'Its name') },
        options: {
            project: withFallback('project', 'Where', 'default'),
            type: withFallback(
                'type',
                'release, experiment, operational, kill-switch, permission or sunset',
                'release',
            ),
            description: optional('text', 'What it is for'),
            impressionData: toggle('SDKs report who was given which answer'),
            dryRun: dryRun(),
        },
        examples: [
            ['halyard flag create new-checkout --project web', 'then: halyard flag on new-checkout -e development'],
        ],
        load: async () => (await import('./flag.ts')).createFlag,
    }),
    'flag on': command({
        summary: 'Turn a flag on in an environment',
        arguments: { name: required('flag', 'Its name') },
        options: { environment: environment(), project: project(), dryRun: dryRun() },
        examples: [['halyard flag on new-checkout -e production', 'SDKs that stream have it within a second']],
        load: async () => (await import('./flag.ts')).turnOn,
    }),
    'flag off': command({
        summary: 'Turn a flag off in an environment',
        arguments: { name: required('flag', 'Its name') },
        options: { environment: environment(), project: project(), dryRun: dryRun() },
        examples: [['halyard flag off new-checkout -e production', 'for everyone']],
        load: async () => (await import('./flag.ts')).turnOff,
    }),
    'flag archive': command({
        summary: 'Archive a flag: SDKs do not get it any more',
        arguments: { name: required('flag', 'Its name') },
        options: { project: project(), dryRun: dryRun() },
        examples: [['halyard flag archive old-checkout --dry-run', 'only looks whether it is there']],
        load: async () => (await import('./flag.ts')).archiveFlag,
    }),
    'flag revive': command({
        summary: 'Bring an archived flag back, off everywhere',
        arguments: { name: required('flag', 'Its name') },
        options: { dryRun: dryRun() },
        examples: [['halyard flag revive old-checkout', 'with the strategies that it had']],
        load: async () => (await import('./flag.ts')).reviveFlag,
    }),
    'segment list': command({
        summary: 'List segments',
        examples: [['halyard segment list', 'all that you may see']],
        load: async () => (await import('./segment.ts')).listSegments,
    }),
    'segment show': command({
        summary: 'Show the constraints of a segment',
        arguments: { segment: required('segment', 'Its name or its id') },
        examples: [['halyard segment show "Beta users"', 'by name']],
        load: async () => (await import('./segment.ts')).showSegment,
    }),
    eval: command({
        summary: 'Say what an application would see of a flag, and why',
        arguments: { flag: required('flag', 'Its name') },
        options: {
            environment: environment(),
            project: project(),
            userId: { ...optional('id', 'Of the user'), short: 'u' },
            sessionId: optional('id', 'Of the session'),
            remoteAddress: optional('address', 'Of the user'),
            appName: withFallback('name', 'Of the application', 'halyard-cli'),
            currentTime: optional('time', 'As 2026-12-24T18:00:00Z [now]'),
            property: { ...several('name=value', 'Any other field of the context'), short: 'p' },
            explain: toggle('Every test that was made, and what it saw'),
            test: toggle('Status 1 when the flag is off, for scripts'),
        },
        examples: [
            ['halyard eval new-checkout -e production -u 42 -p country=NO --explain', 'with every reason'],
            ['halyard eval maintenance -e production --test && ./deploy', 'only when it is on'],
        ],
        load: async () => (await import('./evaluate.ts')).evaluate,
    }),
    types: command({
        summary: 'Write the types of the flags of a project for code',
        options: {
            project: withFallback('project', 'Whose flags', 'default'),
            out: { ...optional('file', 'Where to [stdout]'), short: 'o' },
            manifest: toggle('The manifest of OpenFeature, for generators of other languages, instead of TypeScript'),
        },
        examples: [
            ['halyard types -o src/flags.ts', 'TypeScript; wrong keys and types do not compile'],
            ['halyard types --manifest -o flags.json && openfeature generate python', 'any other language'],
        ],
        load: async () => (await import('./types.ts')).types,
    }),
    mcp: command({
        summary: 'Speak with an agent over stdio (Model Context Protocol), as whoever signed in',
        options: {
            access: optional('access', 'read, propose or change: no more than that [what the service allows]'),
        },
        examples: [
            ['claude mcp add halyard -- halyard mcp', 'what an agent starts; it is answered by the service'],
            ['halyard mcp --access read', 'for an agent that is to look and not to touch'],
        ],
        load: async () => (await import('./mcp.ts')).mcp,
    }),
    api: command({
        summary: 'Send one request to the service, as whoever signed in',
        arguments: {
            method: required('method', 'GET, POST, PUT, PATCH or DELETE'),
            path: required('path', 'Such as /api/admin/projects'),
        },
        options: { input: optional('file', 'JSON to send; - for stdin') },
        examples: [
            ['halyard api GET /api/admin/projects', 'what openapi.json describes'],
            ['echo \'{"name":"beta"}\' | halyard api POST /api/admin/features/validate --input -', 'with a body'],
        ],
        load: async () => (await import('./api.ts')).api,
    }),
} satisfies Record<string, CliCommand>;
