import { type CliCommand, command, optional, several, toggle, withFallback } from '../command.ts';

const folder = () => ({ folder: withFallback('folder', 'The one that has flags/ and segments/', '.') });
const include = () => several('member', 'Own this, too, although it is only observed: enabled, for the switch');
const markdown = () => toggle('As Markdown, for a comment on a pull request');

/** Flags and segments as files: the files of a repository lead, as far as they say something. */
export const GITOPS_COMMANDS = {
    pull: command({
        summary: 'Write flags and segments into files, or bring files up to date',
        arguments: folder(),
        options: {
            project: several('project', 'Whose flags [those of halyard.yaml]'),
            globalSegments: toggle('With the segments that all projects share'),
            format: withFallback('format', 'Of new files: yaml or json', 'yaml'),
        },
        examples: [
            ['halyard pull --project web', 'begins: one file for each flag, and a schema for editors'],
            ['halyard pull', 'later: files follow what people changed, and keep their comments'],
        ],
        load: async () => (await import('./pull.ts')).pull,
    }),
    plan: command({
        summary: 'Say what files would change, and for whom, without changing it',
        arguments: folder(),
        options: {
            out: { ...optional('file', 'Save it, for `halyard apply <file>`'), short: 'o' },
            include: include(),
            markdown: markdown(),
        },
        examples: [
            ['halyard plan', 'status 2 when something would change'],
            ['halyard plan --out plan.json && halyard apply plan.json', 'exactly what was planned, or nothing'],
            ['halyard plan --include enabled', 'with the switches'],
        ],
        load: async () => (await import('./plan.ts')).plan,
    }),
    apply: command({
        summary: 'Make flags and segments be what files say, in one change, or as a change request',
        arguments: { what: withFallback('folder|plan', 'A folder, or a saved plan', '.') },
        options: {
            include: include(),
            reason: optional('text', 'Why, for the event log [the commit of the pipeline]'),
        },
        examples: [
            ['halyard apply', 'what `halyard plan` shows'],
            ['halyard apply plan.json', 'refused when what it touches has changed since'],
        ],
        load: async () => (await import('./apply.ts')).apply,
    }),
    drift: command({
        summary: 'Say what differs from files, also what they only observe',
        arguments: folder(),
        options: { include: include(), markdown: markdown() },
        examples: [['halyard drift', 'status 2 when something does; run it once a day']],
        load: async () => (await import('./plan.ts')).drift,
    }),
} satisfies Record<string, CliCommand>;
