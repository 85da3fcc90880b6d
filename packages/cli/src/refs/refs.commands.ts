import { type CliCommand, command, number, optional, required, several, toggle } from '../program/command.ts';

const dir = () => optional('folder', 'Folder of the repository, or a folder in it [the current folder]');
const flags = () =>
    optional('file', 'File with the flags to find: one name per line, or JSON [the flags that you have access to]');
const project = () =>
    several(
        'project',
        'Only flags of these projects [the projects in .halyard/refs.yaml, otherwise all that you have access to]',
    );

/** Commands for code references. Source text never leaves the machine. */
export const REFS_COMMANDS = {
    'refs scan': command({
        summary: 'Find flags in the files of a repository',
        options: { dir: dir(), flags: flags(), project: project() },
        examples: [
            ['halyard refs scan', 'lists all lines that use a flag, and evaluated names that are not flags'],
            ['halyard refs scan --flags names.txt --json', 'without a service'],
        ],
        load: async () => (await import('./scan-command.ts')).scanRepository,
    }),
    'refs upload': command({
        summary: 'Upload where a branch uses flags: paths and line numbers, no source text',
        options: {
            dir: dir(),
            project: project(),
            repository: optional('name', 'Name of the repository, such as acme/shop [from the remote origin]'),
            branch: optional('branch', 'Name of the branch [the checked-out branch, or the branch of the pipeline]'),
            defaultBranch: optional('branch', 'Default branch of the repository [from the remote origin]'),
            linkTemplate: optional(
                'address',
                'URL template of a line of code: {revision}, {branch}, {path}, {line} [for GitHub, GitLab and Bitbucket from the remote]',
            ),
            lookback: number('commits', 'Number of commits that are searched for the removal of a flag', 500),
            from: optional(
                'file',
                'Output file of another tool (ld-find-code-refs, gb-find-code-refs), used instead of a scan',
            ),
            prune: toggle('Delete the references of branches that no longer exist at the remote origin'),
            dryRun: toggle('Show what would be sent without sending it'),
        },
        examples: [
            [
                'HALYARD_URL=… HALYARD_TOKEN=… halyard refs upload --project web',
                'in a pipeline, after each push to main',
            ],
            ['halyard refs upload --dry-run --json', 'shows exactly what would be sent'],
        ],
        load: async () => (await import('./upload.ts')).uploadReferences,
    }),
    'refs diff': command({
        summary: 'List the flags that a branch starts and stops using; exit code 2 if there are any',
        arguments: { base: required('commit', 'Commit to compare with; the comparison starts at the merge base') },
        options: {
            dir: dir(),
            flags: flags(),
            project: project(),
            head: { ...optional('commit', 'Newest commit of the branch'), fallback: 'HEAD' },
            markdown: toggle('Print Markdown, for a comment on a pull request'),
        },
        examples: [['halyard refs diff origin/main --markdown > comment.md', 'the changes of a pull request']],
        load: async () => (await import('./diff.ts')).diffReferences,
    }),
    'refs check': command({
        summary: 'Exit with code 2 if code uses archived flags, names that are not flags, or too many flags',
        options: {
            dir: dir(),
            flags: flags(),
            project: project(),
            budget: optional('count', 'Maximum number of flags that code may use [no limit]'),
            staleBudget: optional('count', 'Maximum number of stale flags that code may use [no limit]'),
        },
        examples: [
            [
                'halyard refs check --budget 40 --stale-budget 5',
                'in a pipeline: at the limit, a new flag requires the removal of another',
            ],
        ],
        load: async () => (await import('./check.ts')).checkReferences,
    }),
    'refs remove': command({
        summary: 'Print a patch that removes a completed flag from JavaScript and TypeScript code',
        arguments: { flag: required('flag', 'Name of the flag') },
        options: {
            dir: dir(),
            keep: optional(
                'on|off',
                'Branch of the code to keep [the value that all users in production get, according to the service]',
            ),
            tsconfig: optional('file', 'Configuration for the type check [tsconfig.json of the folder]'),
            write: toggle('Modify the files instead of printing the patch'),
        },
        examples: [
            [
                'halyard refs remove new-checkout --keep on > patch && git apply patch',
                'writes a patch, then applies it',
            ],
            [
                'halyard refs remove old-banner --keep off --write',
                'modifies the files directly; types are checked before and after',
            ],
        ],
        load: async () => (await import('./remove/remove.ts')).removeFlag,
    }),
} satisfies Record<string, CliCommand>;
