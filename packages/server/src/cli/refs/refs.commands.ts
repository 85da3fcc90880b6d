import { type CliCommand, command, number, optional, required, several, toggle } from '../command.ts';

const dir = () => optional('folder', 'In or of the repository [here]');
const flags = () =>
    optional('file', 'The flags to look for: names, one a line, or JSON [those that the service shows you]');
const project = () => several('project', 'Only flags of these [all that you may see, or those of .halyard/refs.yaml]');

/** Where code uses flags. The text of code never leaves the machine. */
export const REFS_COMMANDS = {
    'refs scan': command({
        summary: 'Find flags in the files of a repository',
        options: { dir: dir(), flags: flags(), project: project() },
        examples: [
            ['halyard refs scan', 'every line that uses a flag, and names that are asked for but are no flags'],
            ['halyard refs scan --flags names.txt --json', 'without a service'],
        ],
        load: async () => (await import('./scan-command.ts')).scanRepository,
    }),
    'refs upload': command({
        summary: 'Tell the service where a branch uses flags: paths and lines, no source text',
        options: {
            dir: dir(),
            project: project(),
            repository: optional('name', 'Such as acme/shop [by the remote origin]'),
            branch: optional('branch', 'Its name [the one that is checked out, or that the pipeline says]'),
            defaultBranch: optional('branch', 'The one that is released from [by the remote origin]'),
            linkTemplate: optional(
                'address',
                'Where a line is shown: {revision}, {branch}, {path}, {line} [GitHub, GitLab and Bitbucket by the remote]',
            ),
            lookback: number('commits', 'How far back it is looked when a flag went', 500),
            from: optional('file', 'What another tool found (ld-find-code-refs, gb-find-code-refs), instead of a scan'),
            prune: toggle('Forget branches of this repository that the remote origin does not have any more'),
            dryRun: toggle('Only say what would be sent'),
        },
        examples: [
            [
                'HALYARD_URL=… HALYARD_TOKEN=… halyard refs upload --project web',
                'in a pipeline, after each push to main',
            ],
            ['halyard refs upload --dry-run --json', 'exactly what would be sent'],
        ],
        load: async () => (await import('./upload.ts')).uploadReferences,
    }),
    'refs diff': command({
        summary: 'Say which flags a branch begins and ceases to use; status 2 when there are any',
        arguments: { base: required('commit', 'What to compare with; counted from where the branch began') },
        options: {
            dir: dir(),
            flags: flags(),
            project: project(),
            head: { ...optional('commit', 'Compared with that'), fallback: 'HEAD' },
            markdown: toggle('For a comment on a pull request'),
        },
        examples: [['halyard refs diff origin/main --markdown > comment.md', 'what a pull request changes']],
        load: async () => (await import('./diff.ts')).diffReferences,
    }),
    'refs check': command({
        summary: 'Fail with status 2 when code uses archived flags, names that are no flags, or too many flags',
        options: {
            dir: dir(),
            flags: flags(),
            project: project(),
            budget: optional('count', 'How many flags code may use [any number]'),
            staleBudget: optional('count', 'How many of these may be stale [any number]'),
        },
        examples: [
            ['halyard refs check --budget 40 --stale-budget 5', 'in a pipeline: whoever adds one takes one out'],
        ],
        load: async () => (await import('./check.ts')).checkReferences,
    }),
    'refs remove': command({
        summary: 'Print a patch that takes a finished flag out of JavaScript and TypeScript code',
        arguments: { flag: required('flag', 'Its name') },
        options: {
            dir: dir(),
            keep: optional('on|off', 'What stays [what everyone in production gets, asked of the service]'),
            tsconfig: optional('file', 'By which it is type-checked [the one of the folder]'),
            write: toggle('Change the files instead of printing the patch'),
        },
        examples: [
            ['halyard refs remove new-checkout --keep on > patch && git apply patch', 'nothing is written before'],
            ['halyard refs remove old-banner --keep off --write', 'at once; it type-checks before and after'],
        ],
        load: async () => (await import('./remove/remove.ts')).removeFlag,
    }),
} satisfies Record<string, CliCommand>;
