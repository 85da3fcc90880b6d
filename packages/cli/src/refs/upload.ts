import { type CliContext, CommandError } from '../program/command.ts';
import { plain } from '../program/printable.ts';
import type { Result } from '../program/result.ts';
import { serviceOf } from '../remote/service.ts';
import { foreignReferences } from './foreign.ts';
import { gitText } from './git.ts';
import { type Gone, goneSince } from './history.ts';
import { factsOf, type RepositoryFacts } from './repository.ts';
import type { Reference } from './scan.ts';
import { scanned } from './scan-command.ts';

interface UploadOptions {
    dir: string | undefined;
    project: string[];
    repository: string | undefined;
    branch: string | undefined;
    defaultBranch: string | undefined;
    linkTemplate: string | undefined;
    lookback: number;
    from: string | undefined;
    prune: boolean;
    dryRun: boolean;
}

interface Uploaded {
    references: number;
    flags: number;
    leftOut: string[];
}

/** As many as the service takes of one project. */
const MAX_REFERENCES = 20_000;

export async function uploadReferences(asked: UploadOptions, context: CliContext): Promise<Result> {
    const { output, environment } = context;
    const service = await serviceOf(context);
    const { top, flags, settings, found } = await scanned(asked, context);
    const facts = await factsOf(
        top,
        { ...asked, linkTemplate: asked.linkTemplate ?? settings.linkTemplate },
        environment,
    );
    if (!facts) throw new CommandError(`${top} has no commit yet, so there is nothing to tell.`);
    if (await gitText(top, ['status', '--porcelain', '--untracked-files=no'])) {
        output.note(`There are changes that are not committed; lines may differ from those of ${facts.revision}.`);
    }
    const references = asked.from === undefined ? found.references : await foreignReferences(asked.from, flags);
    const used = new Set(references.map(({ flag }) => flag));
    const gone = await goneSince(
        top,
        flags.flatMap(({ name }) => (used.has(name) ? [] : name)),
        asked.lookback,
    );
    const projectOf = new Map(flags.map(({ name, project }) => [name, project]));
    const projects = [...new Set(projectOf.values())].filter((project) => project !== undefined).sort();
    const uploads = projects.map((project) => ({
        project,
        body: bodyOf(facts, {
            files: found.files,
            references: references.filter(({ flag }) => projectOf.get(flag) === project),
            gone: gone.filter(({ flag }) => projectOf.get(flag) === project),
        }),
    }));
    const tooMany = uploads.find(({ body }) => body.references.length > MAX_REFERENCES);
    if (tooMany) {
        throw new CommandError(
            `${tooMany.body.references.length} lines use flags of ${tooMany.project}, and ${MAX_REFERENCES} can be stored. Leave files out with .halyardignore.`,
        );
    }
    const stored: Record<string, Uploaded> = {};
    if (!asked.dryRun) {
        for (const { project, body } of uploads) {
            const address = `/api/admin/projects/${encodeURIComponent(project)}/code-references`;
            stored[project] = await service.send<Uploaded>('PUT', address, body);
        }
    }
    const pruned = asked.prune ? await prune(top, { ...asked, projects, facts, context }) : [];
    const says = asked.dryRun ? 'Would tell' : 'Told';
    return {
        json: { dryRun: asked.dryRun, ...(asked.dryRun ? { uploads } : { projects: stored }), pruned },
        text: [
            ...uploads.map(({ project, body }) => {
                const count = new Set(body.references.map(({ flag }) => flag)).size;
                return `${says} of ${plain(project)}: ${body.references.length} lines use ${count} flags, ${body.gone.length} flags went.`;
            }),
            ...pruned.map((branch) => `Forgot the branch ${plain(branch)}.`),
        ].join('\n'),
    };
}

interface ScanResult {
    files: number;
    references: Reference[];
    gone: Gone[];
}

const bodyOf = ({ linkTemplate, ...facts }: RepositoryFacts, found: ScanResult) => ({
    ...facts,
    ...(linkTemplate !== undefined && { linkTemplate }),
    ...found,
});

interface Pruning {
    projects: readonly string[];
    facts: RepositoryFacts;
    dryRun: boolean;
    context: CliContext;
}

/** Branches that the service knows and the remote does not have any more. */
async function prune(top: string, { projects, facts, dryRun, context }: Pruning): Promise<string[]> {
    const told = await gitText(top, ['ls-remote', '--heads', 'origin']);
    if (told === undefined) {
        throw new CommandError('The remote origin does not say which branches it has: nothing was forgotten.');
    }
    const there = new Set(told.split('\n').map((line) => line.replace(/^\S+\s+refs\/heads\//, '')));
    const service = await serviceOf(context);
    const pruned = new Set<string>();
    for (const project of projects) {
        const address = `/api/admin/projects/${encodeURIComponent(project)}/code-references`;
        const { scans } = await service.get<{ scans: { repository: string; branch: string }[] }>(address);
        for (const { repository, branch } of scans) {
            if (repository !== facts.repository || branch === facts.branch || there.has(branch)) continue;
            pruned.add(branch);
            if (!dryRun) await service.send('DELETE', `${address}?${new URLSearchParams({ repository, branch })}`);
        }
    }
    return [...pruned];
}
