import { type CliContext, CommandError } from '../program/command.ts';
import { plain } from '../program/printable.ts';
import type { Result } from '../program/result.ts';
import { serviceOf } from '../remote/service.ts';
import { foreignReferences } from './foreign.ts';
import { gitText } from './git.ts';
import { findRemovals, type RemovedFlag } from './history.ts';
import { type RepositoryFacts, repositoryFacts } from './repository.ts';
import type { Reference } from './scan.ts';
import { scanFlags } from './scan-command.ts';

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

/** The limit of the service per project. */
const MAX_REFERENCES = 20_000;

export async function uploadReferences(options: UploadOptions, context: CliContext): Promise<Result> {
    const { output, environment } = context;
    const service = await serviceOf(context);
    const { top, flags, settings, result } = await scanFlags(options, context);
    const facts = await repositoryFacts(
        top,
        { ...options, linkTemplate: options.linkTemplate ?? settings.linkTemplate },
        environment,
    );
    if (!facts) throw new CommandError(`${top} has no commits yet, so there is nothing to upload.`);
    if (await gitText(top, ['status', '--porcelain', '--untracked-files=no'])) {
        output.note(`There are uncommitted changes; line numbers may differ from those of ${facts.revision}.`);
    }
    const references = options.from === undefined ? result.references : await foreignReferences(options.from, flags);
    const used = new Set(references.map(({ flag }) => flag));
    const gone = await findRemovals(
        top,
        flags.flatMap(({ name }) => (used.has(name) ? [] : name)),
        options.lookback,
    );
    const projectOf = new Map(flags.map(({ name, project }) => [name, project]));
    const projects = [...new Set(projectOf.values())].filter((project) => project !== undefined).sort();
    const uploads = projects.map((project) => ({
        project,
        body: bodyOf(facts, {
            files: result.files,
            references: references.filter(({ flag }) => projectOf.get(flag) === project),
            gone: gone.filter(({ flag }) => projectOf.get(flag) === project),
        }),
    }));
    const tooMany = uploads.find(({ body }) => body.references.length > MAX_REFERENCES);
    if (tooMany) {
        throw new CommandError(
            `${tooMany.body.references.length} lines use flags of ${tooMany.project}, but only ${MAX_REFERENCES} can be stored. Exclude files with .halyardignore.`,
        );
    }
    const stored: Record<string, Uploaded> = {};
    if (!options.dryRun) {
        for (const { project, body } of uploads) {
            const url = `/api/admin/projects/${encodeURIComponent(project)}/code-references`;
            stored[project] = await service.send<Uploaded>('PUT', url, body);
        }
    }
    const pruned = options.prune ? await pruneBranches(top, { ...options, projects, facts, context }) : [];
    const verb = options.dryRun ? 'Would upload' : 'Uploaded';
    return {
        json: { dryRun: options.dryRun, ...(options.dryRun ? { uploads } : { projects: stored }), pruned },
        text: [
            ...uploads.map(({ project, body }) => {
                const count = new Set(body.references.map(({ flag }) => flag)).size;
                return `${verb} for ${plain(project)}: ${body.references.length} lines use ${count} flags, ${body.gone.length} flags were removed.`;
            }),
            ...pruned.map((branch) => `Deleted the references of branch ${plain(branch)}.`),
        ].join('\n'),
    };
}

interface ScanResult {
    files: number;
    references: Reference[];
    gone: RemovedFlag[];
}

const bodyOf = ({ linkTemplate, ...facts }: RepositoryFacts, scan: ScanResult) => ({
    ...facts,
    ...(linkTemplate !== undefined && { linkTemplate }),
    ...scan,
});

interface PruneOptions {
    projects: readonly string[];
    facts: RepositoryFacts;
    dryRun: boolean;
    context: CliContext;
}

/** Deletes the references of branches that no longer exist at the remote. */
async function pruneBranches(top: string, { projects, facts, dryRun, context }: PruneOptions): Promise<string[]> {
    const listing = await gitText(top, ['ls-remote', '--heads', 'origin']);
    if (listing === undefined) {
        throw new CommandError('The branches of the remote origin cannot be listed, so nothing was deleted.');
    }
    const existing = new Set(listing.split('\n').map((line) => line.replace(/^\S+\s+refs\/heads\//, '')));
    const service = await serviceOf(context);
    const pruned = new Set<string>();
    for (const project of projects) {
        const url = `/api/admin/projects/${encodeURIComponent(project)}/code-references`;
        const { scans } = await service.get<{ scans: { repository: string; branch: string }[] }>(url);
        for (const { repository, branch } of scans) {
            if (repository !== facts.repository || branch === facts.branch || existing.has(branch)) continue;
            pruned.add(branch);
            if (!dryRun) await service.send('DELETE', `${url}?${new URLSearchParams({ repository, branch })}`);
        }
    }
    return [...pruned];
}
