import {
    type CliCommand,
    type CliOption,
    command,
    dryRun,
    optional,
    required,
    several,
    toggle,
    withFallback,
} from '../program/command.ts';

const project = () => optional('project', 'Project of the flag [found by the flag name]');
const environment = () => ({
    ...required('environment', 'Environment, such as development or production'),
    short: 'e',
});

const requestId = (): CliOption<number> => ({
    description: 'Number of the change request',
    placeholder: 'id',
    isRequired: true,
    parse: (text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined),
    expects: 'the number of a change request, such as 41',
});
const comment = () => optional('text', 'Comment, which people see below the request');
const contentHash = () =>
    optional('hash', 'Fail if the changes are no longer those with this contentHash of `change-request show`');

/** Commands for users of a running service. */
export const REMOTE_COMMANDS = {
    login: command({
        summary: 'Store the URL of a service and a token for it',
        arguments: { address: optional('address', 'URL of the service, including the base path [HALYARD_URL]') },
        options: { user: optional('name', 'Sign in with the password of this user, and create a personal token') },
        examples: [
            [
                'halyard login https://flags.example.com',
                'prompts for a token and stores it in a file that only you can read',
            ],
            [
                'halyard login https://flags.example.com --user admin',
                'prompts for the password, and for the code of a second factor; the token is valid for 90 days',
            ],
            ['halyard login https://flags.example.com < token.txt', 'reads the token from a file'],
            ['HALYARD_URL=… HALYARD_TOKEN=… halyard flag list', 'in pipelines: nothing is stored'],
        ],
        load: async () => (await import('./login.ts')).login,
    }),
    logout: command({
        summary: 'Delete the stored URL and token',
        examples: [['halyard logout', 'the token stays valid until it is deleted in the service']],
        load: async () => (await import('./login.ts')).logout,
    }),
    whoami: command({
        summary: 'Show the service and the signed-in user',
        examples: [['halyard whoami', 'exit code 1 if the token is not valid']],
        load: async () => (await import('./login.ts')).whoami,
    }),
    'token create': command({
        summary: 'Create an API token for an application, and print its secret once',
        arguments: { name: required('name', 'Name of the token, such as the name of the application') },
        options: {
            type: withFallback('type', 'backend, frontend or admin', 'backend'),
            environment: {
                ...withFallback('environment', 'Environment of the token', 'development'),
                short: 'e',
            },
            project: several('project', 'Project of the token; repeat it for several [all]'),
        },
        examples: [
            ['halyard token create shop -e production --project web', 'for the SDK of a server'],
            ['halyard token create shop-web --type frontend -e production', 'for browsers and apps; it is public'],
        ],
        load: async () => (await import('./token.ts')).createToken,
    }),
    'flag list': command({
        summary: 'List flags and the environments in which they are on',
        arguments: { query: optional('text', 'Text in the name, the description or a tag [all flags]') },
        options: {
            project: optional('project', 'Only flags of this project'),
            archived: toggle('List archived flags instead'),
        },
        examples: [
            ['halyard flag list', 'everything that you have access to'],
            [
                'halyard flag list checkout --project web --json',
                'as JSON, which is the default if the output is not a terminal',
            ],
        ],
        load: async () => (await import('./flag.ts')).listFlags,
    }),
    'flag show': command({
        summary: 'Show a flag with its environments, strategies and variants',
        arguments: { name: required('flag', 'Name of the flag') },
        options: { project: project() },
        examples: [['halyard flag show new-checkout', 'in any project']],
        load: async () => (await import('./flag.ts')).showFlag,
    }),
    'flag create': command({
        summary: 'Create a flag that is off in all environments',
        arguments: { name: required('flag', 'Name of the flag') },
        options: {
            project: withFallback('project', 'Project of the new flag', 'default'),
            type: withFallback(
                'type',
                'release, experiment, operational, kill-switch, permission or sunset',
                'release',
            ),
            description: optional('text', 'Purpose of the flag'),
            impressionData: toggle('Let SDKs emit impression events for this flag'),
            dryRun: dryRun(),
        },
        examples: [
            ['halyard flag create new-checkout --project web', 'then: halyard flag on new-checkout -e development'],
        ],
        load: async () => (await import('./flag.ts')).createFlag,
    }),
    'flag on': command({
        summary: 'Turn a flag on in an environment',
        arguments: { name: required('flag', 'Name of the flag') },
        options: { environment: environment(), project: project(), dryRun: dryRun() },
        examples: [
            ['halyard flag on new-checkout -e production', 'SDKs with streaming receive the change within a second'],
            ['halyard flag on new-checkout -e production --dry-run', 'shows the affected users'],
        ],
        load: async () => (await import('./flag.ts')).turnOn,
    }),
    'flag off': command({
        summary: 'Turn a flag off in an environment',
        arguments: { name: required('flag', 'Name of the flag') },
        options: { environment: environment(), project: project(), dryRun: dryRun() },
        examples: [['halyard flag off new-checkout -e production', 'for all users']],
        load: async () => (await import('./flag.ts')).turnOff,
    }),
    'flag archive': command({
        summary: 'Archive a flag, so that SDKs no longer receive it',
        arguments: { name: required('flag', 'Name of the flag') },
        options: { project: project(), dryRun: dryRun() },
        examples: [['halyard flag archive old-checkout --dry-run', 'shows the affected users']],
        load: async () => (await import('./flag.ts')).archiveFlag,
    }),
    'flag revive': command({
        summary: 'Revive an archived flag; it is off in all environments',
        arguments: { name: required('flag', 'Name of the flag') },
        options: { dryRun: dryRun() },
        examples: [['halyard flag revive old-checkout', 'with its previous strategies']],
        load: async () => (await import('./flag.ts')).reviveFlag,
    }),
    'release templates': command({
        summary: 'List release templates',
        options: { project: optional('project', 'Templates that this project can use [all]') },
        examples: [['halyard release templates --project web', 'those of the project and those for all projects']],
        load: async () => (await import('./release.ts')).listTemplates,
    }),
    'release list': command({
        summary: 'List running releases: the active milestone, what happens next, and what is held and why',
        options: { project: optional('project', 'Only flags of this project [all]') },
        examples: [['halyard release list --project web', 'what advances next']],
        load: async () => (await import('./release.ts')).listReleases,
    }),
    'release show': command({
        summary: 'Show the release plan of a flag with its milestones',
        arguments: { name: required('flag', 'Name of the flag') },
        options: { environment: environment(), project: project() },
        examples: [['halyard release show new-checkout -e production', 'which milestone is active, and what is next']],
        load: async () => (await import('./release.ts')).showRelease,
    }),
    'release add': command({
        summary: 'Add a release plan to a flag, as a copy of a template',
        arguments: {
            name: required('flag', 'Name of the flag'),
            template: required('template', 'Name or id of the template'),
        },
        options: { environment: environment(), project: project(), dryRun: dryRun() },
        examples: [
            [
                'halyard release add new-checkout "Gradual rollout" -e production',
                'the first milestone starts when the flag is on',
            ],
        ],
        load: async () => (await import('./release.ts')).addRelease,
    }),
    'release gradually': command({
        summary: 'Roll a flag out to 1, 10, 50 and 100 % of the users, without a template',
        arguments: { name: required('flag', 'Name of the flag') },
        options: {
            environment: environment(),
            project: project(),
            minutes: optional('minutes', 'Minutes between two milestones; 0: you start each [1440]'),
            dryRun: dryRun(),
        },
        examples: [['halyard release gradually new-checkout -e production', 'one milestone a day']],
        load: async () => (await import('./release.ts')).releaseGradually,
    }),
    'release rehearse': command({
        summary: 'Show who gets the feature with each milestone, and when, before a release starts',
        arguments: {
            name: required('flag', 'Name of the flag'),
            template: optional('template', 'Name or id of a template [the plan of the flag]'),
        },
        options: { environment: environment(), project: project() },
        examples: [
            ['halyard release rehearse new-checkout -e production', 'the plan that the flag has'],
            ['halyard release rehearse new-checkout "Gradual rollout" -e production', 'a plan that is to be added'],
        ],
        load: async () => (await import('./release.ts')).rehearseRelease,
    }),
    'release start': command({
        summary: 'Start a milestone, also an earlier one',
        arguments: {
            name: required('flag', 'Name of the flag'),
            milestone: required('milestone', 'Name or id of the milestone'),
        },
        options: { environment: environment(), project: project(), dryRun: dryRun() },
        examples: [
            ['halyard release start new-checkout "10 %" -e production --dry-run', 'shows the affected users'],
            ['halyard release start new-checkout "10 %" -e production', 'also goes back from a later milestone'],
        ],
        load: async () => (await import('./release.ts')).startRelease,
    }),
    'release pause': command({
        summary: 'Pause the automatic progression of a release plan',
        arguments: { name: required('flag', 'Name of the flag') },
        options: { environment: environment(), project: project() },
        examples: [['halyard release pause new-checkout -e production', 'the active milestone stays']],
        load: async () => (await import('./release.ts')).pauseRelease,
    }),
    'release resume': command({
        summary: 'Resume the automatic progression of a release plan',
        arguments: { name: required('flag', 'Name of the flag') },
        options: { environment: environment(), project: project() },
        examples: [['halyard release resume new-checkout -e production', 'the next milestone may start at once']],
        load: async () => (await import('./release.ts')).resumeRelease,
    }),
    'release remove': command({
        summary: 'Remove the release plan of a flag; its own strategies stay',
        arguments: { name: required('flag', 'Name of the flag') },
        options: { environment: environment(), project: project(), dryRun: dryRun() },
        examples: [
            ['halyard release remove new-checkout -e production', 'a flag without own strategies is turned off'],
        ],
        load: async () => (await import('./release.ts')).removeRelease,
    }),
    'change-request list': command({
        summary: 'List change requests that you may see, newest first',
        options: {
            project: optional('project', 'Only of this project'),
            environment: { ...optional('environment', 'Only of this environment'), short: 'e' },
            closed: toggle('List applied, rejected and cancelled requests instead of open ones'),
        },
        examples: [['halyard change-request list -e production', 'those that wait for a review or for their time']],
        load: async () => (await import('./change-request.ts')).listRequests,
    }),
    'change-request show': command({
        summary: 'Show a change request with its changes, reviews and missing approvals',
        arguments: { id: requestId() },
        examples: [['halyard change-request show 41', 'contentHash in JSON identifies the shown changes']],
        load: async () => (await import('./change-request.ts')).showRequest,
    }),
    'change-request approve': command({
        summary: 'Approve a change request',
        arguments: { id: requestId() },
        options: { comment: comment(), contentHash: contentHash() },
        examples: [
            ['halyard change-request approve 41 --comment "Tested on staging"', 'as a user other than its author'],
        ],
        load: async () => (await import('./change-request.ts')).approveRequest,
    }),
    'change-request reject': command({
        summary: 'Reject a change request',
        arguments: { id: requestId() },
        options: { comment: comment(), contentHash: contentHash() },
        examples: [['halyard change-request reject 41 --comment "Too many users"', 'its author can propose again']],
        load: async () => (await import('./change-request.ts')).rejectRequest,
    }),
    'change-request apply': command({
        summary: 'Apply an approved change request; one that is applied already is shown again',
        arguments: { id: requestId() },
        options: { reason: optional('text', 'Reason, stored in the audit log') },
        examples: [['halyard change-request apply 41', 'a pipeline may repeat it']],
        load: async () => (await import('./change-request.ts')).applyRequest,
    }),
    'change-request schedule': command({
        summary: 'Schedule an approved change request',
        arguments: { id: requestId(), at: required('time', 'Time with its zone, such as 2027-01-15T08:00:00Z') },
        options: { timeZone: optional('zone', 'Time zone in which the time was chosen [UTC]') },
        examples: [['halyard change-request schedule 41 2027-01-15T08:00:00Z', 'another time replaces it']],
        load: async () => (await import('./change-request.ts')).scheduleRequest,
    }),
    'segment list': command({
        summary: 'List segments',
        examples: [['halyard segment list', 'everything that you have access to']],
        load: async () => (await import('./segment.ts')).listSegments,
    }),
    'segment show': command({
        summary: 'Show the constraints of a segment',
        arguments: { segment: required('segment', 'Name or id of the segment') },
        examples: [['halyard segment show "Beta users"', 'by name']],
        load: async () => (await import('./segment.ts')).showSegment,
    }),
    eval: command({
        summary: 'Evaluate a flag for a context and explain the result',
        arguments: { flag: required('flag', 'Name of the flag') },
        options: {
            environment: environment(),
            project: project(),
            userId: { ...optional('id', 'User id'), short: 'u' },
            sessionId: optional('id', 'Session id'),
            remoteAddress: optional('address', 'IP address of the user'),
            appName: withFallback('name', 'Name of the application', 'halyard-cli'),
            currentTime: optional('time', 'Time of the evaluation, such as 2026-12-24T18:00:00Z [now]'),
            property: { ...several('name=value', 'Additional context property'), short: 'p' },
            explain: toggle('Show every check of the evaluation and the values it compared'),
            test: {
                ...toggle(
                    'For scripts: exit code 0 if the flag is on, 1 if it is off, 2 if there is no such flag, 3 if there is no result',
                ),
                failureCode: 3,
            },
        },
        examples: [
            ['halyard eval new-checkout -e production -u 42 -p country=NO --explain', 'with all reasons'],
            ['halyard eval maintenance -e production --test && ./deploy', 'deploys only if the flag is on'],
        ],
        load: async () => (await import('./evaluate.ts')).evaluate,
    }),
    'experiment list': command({
        summary: 'List the experiments of a project',
        options: { project: withFallback('project', 'Project of the experiments', 'default') },
        examples: [['halyard experiment list --project web', 'with their states']],
        load: async () => (await import('./experiment.ts')).listExperiments,
    }),
    'experiment results': command({
        summary: 'Show the results of an experiment',
        arguments: { experiment: required('experiment', 'Name or id of the experiment') },
        options: {
            project: withFallback('project', 'Project of the experiment', 'default'),
            view: withFallback('view', 'always-valid, fixed-horizon or bayesian', 'always-valid'),
        },
        examples: [
            ['halyard experiment results "Blue button"', 'effects with intervals that hold at every look'],
            [
                'halyard experiment results "Blue button" --json > results.json',
                'then: halyard stats check results.json',
            ],
        ],
        load: async () => (await import('./experiment.ts')).showResults,
    }),
    'experiment decide': command({
        summary: 'Decide an experiment: ship one of its variants to everybody',
        arguments: {
            experiment: required('experiment', 'Name or id of the experiment'),
            variant: required('variant', 'Variant that everybody gets'),
        },
        options: { project: withFallback('project', 'Project of the experiment', 'default'), dryRun: dryRun() },
        examples: [
            ['halyard experiment decide "Blue button" blue --dry-run', 'shows the affected users'],
            ['halyard experiment decide "Blue button" blue', 'proposes it where changes need approval'],
        ],
        load: async () => (await import('./experiment.ts')).decideExperiment,
    }),
    'metrics query': command({
        summary: 'Read a metric that applications report, or the evaluations of flags',
        arguments: { metric: required('metric', 'Name of the metric, such as flag_evaluations_total') },
        options: {
            range: withFallback('range', 'hour, day, week, month, threeMonths or sixMonths', 'hour'),
            mode: optional(
                'mode',
                'Counters: rps, count; gauges: avg, sum, min, max; histograms: p50, p75, p90, p95, p99 [count, or avg of a gauge]',
            ),
            label: {
                ...several('name[=value]', 'Split by all values of a label, or select one value of it'),
                short: 'l',
            },
            end: optional('time', 'End of the range, such as 2026-12-24T18:00:00Z [now]'),
        },
        examples: [
            ['halyard metrics query checkout_errors --range day', 'in steps of 15 minutes'],
            [
                'halyard metrics query flag_evaluations_total -l feature_flag_key=new-checkout -l enabled',
                'evaluations of one flag, on and off',
            ],
        ],
        load: async () => (await import('./metrics.ts')).queryMetric,
    }),
    types: command({
        summary: "Generate code with the types of a project's flags",
        options: {
            project: withFallback('project', 'Project whose flags are included', 'default'),
            out: { ...optional('file', 'File to write [stdout]'), short: 'o' },
            manifest: toggle(
                'Write an OpenFeature manifest, for code generators of other languages, instead of TypeScript',
            ),
        },
        examples: [
            ['halyard types -o src/flags.ts', 'TypeScript; wrong keys and types do not compile'],
            ['halyard types --manifest -o flags.json && openfeature generate python', 'for other languages'],
        ],
        load: async () => (await import('./types.ts')).types,
    }),
    mcp: command({
        summary: 'Serve the Model Context Protocol over stdio for an agent, as the signed-in user',
        options: {
            access: optional(
                'access',
                'Maximum access of the agent: read, propose or change [what the service allows]',
            ),
        },
        examples: [
            [
                'claude mcp add halyard -- halyard mcp',
                'registers the command with an agent; requests are forwarded to the service',
            ],
            ['halyard mcp --access read', 'read-only access for the agent'],
        ],
        load: async () => (await import('./mcp.ts')).mcp,
    }),
    api: command({
        summary: 'Send one request to the service as the signed-in user',
        arguments: {
            method: required('method', 'HTTP method: GET, POST, PUT, PATCH or DELETE'),
            path: required('path', 'Path, such as /api/admin/projects'),
        },
        options: { input: optional('file', 'File with the JSON body; - for stdin') },
        examples: [
            ['halyard api GET /api/admin/projects', 'openapi.json lists all paths'],
            [
                'echo \'{"name":"beta"}\' | halyard api POST /api/admin/features/validate --input -',
                'with a request body',
            ],
        ],
        load: async () => (await import('./api.ts')).api,
    }),
} satisfies Record<string, CliCommand>;
