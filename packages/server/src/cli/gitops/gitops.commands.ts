import {
    type CliCommand,
    command,
    number,
    optional,
    several,
    toggle,
    withFallback,
} from '@halyard/cli/program/command';

const folder = () => ({ folder: withFallback('folder', 'Folder that contains flags/ and segments/', '.') });
const include = () =>
    several('member', 'Also manage this property, which is only observed by default: enabled (whether flags are on)');
const markdown = () => toggle('Print Markdown, for a comment on a pull request');

/** Flags and segments as files: the files of a repository define the properties that they contain. */
export const GITOPS_COMMANDS = {
    pull: command({
        summary: 'Write flags and segments to files, or update existing files',
        arguments: folder(),
        options: {
            project: several('project', 'Projects whose flags are written [the projects in halyard.yaml]'),
            globalSegments: toggle('Include segments that are shared by all projects'),
            format: withFallback('format', 'Format of new files: yaml or json', 'yaml'),
        },
        examples: [
            ['halyard pull --project web', 'first run: creates one file per flag and a schema for editors'],
            ['halyard pull', 'later runs: updates the files and keeps their comments'],
        ],
        load: async () => (await import('./pull.ts')).pull,
    }),
    plan: command({
        summary: 'Show what applying the files would change and which users it would affect',
        arguments: folder(),
        options: {
            out: { ...optional('file', 'Save the plan for `halyard apply <file>`'), short: 'o' },
            include: include(),
            markdown: markdown(),
        },
        examples: [
            ['halyard plan', 'exit code 2 if there are changes'],
            ['halyard plan --out plan.json && halyard apply plan.json', 'applies exactly the plan, or nothing'],
            ['halyard plan --include enabled', 'also compares whether flags are on'],
        ],
        load: async () => (await import('./plan.ts')).plan,
    }),
    apply: command({
        summary: 'Apply files to flags and segments; changes that need approval become a change request in review',
        arguments: { what: withFallback('folder|plan', 'Folder or saved plan', '.') },
        options: {
            include: include(),
            reason: optional('text', 'Reason, stored in the audit log [the commit of the pipeline]'),
            draft: toggle('Leave the change request as a draft that only its author can see'),
            wait: toggle('Wait until the change request is applied, rejected or cancelled; Ctrl+C only ends the wait'),
            timeout: number('minutes', 'Maximum time of --wait', 60),
        },
        examples: [
            ['halyard apply', 'applies what `halyard plan` shows; exit code 3 if approval is pending'],
            ['halyard apply --wait', 'exit code 0 once everything is applied, 1 if it is rejected or cancelled'],
            ['halyard apply plan.json', 'refused if the affected objects have changed since'],
        ],
        load: async () => (await import('./apply.ts')).apply,
    }),
    drift: command({
        summary: 'Show all differences from the files, including properties that are only observed',
        arguments: folder(),
        options: { include: include(), markdown: markdown() },
        examples: [['halyard drift', 'exit code 2 if there are differences; run it once a day']],
        load: async () => (await import('./plan.ts')).drift,
    }),
} satisfies Record<string, CliCommand>;
