import { type CliContext, CommandError } from '@halyard/cli/program/command';
import { plain, printableJson } from '@halyard/cli/program/printable';
import type { Result } from '@halyard/cli/program/result';
import { writeNamedFile } from '@halyard/cli/program/user-files';
import { type ServiceClient, serviceOf } from '@halyard/cli/remote/service';
import type { GitopsPlan } from '../../admin/exchange/gitops/gitops.schemas.ts';
import { type GitopsRequest, requestBodyOf, withFileLines, withFileLocations } from './documents.ts';
import { type Folder, readFolder } from './files.ts';
import { countsOf, type Line, linesOf, markdownOf, type Tone } from './plan-text.ts';

/** The file that `plan --out` writes and `apply` reads. It contains no secrets. */
export interface SavedPlan {
    kind: 'halyard-plan';
    url: string;
    revision: number;
    digests: Record<string, string>;
    documents: GitopsRequest;
}

interface PlanOptions {
    folder: string;
    include: string[];
    markdown: boolean;
}

export async function plan(
    { out, ...options }: PlanOptions & { out: string | undefined },
    context: CliContext,
): Promise<Result> {
    const { service, request, result } = await comparePlan(options, context);
    const { create, change, remove } = countsOf(result);
    if (out !== undefined) {
        const saved: SavedPlan = {
            kind: 'halyard-plan',
            url: service.url,
            revision: result.revision,
            digests: digestsOf(result),
            documents: request,
        };
        await writeNamedFile(out, `${printableJson(saved, 2)}\n`);
    }
    return planResult(context, result, { ...options, title: 'Plan', isDifferent: create + change + remove > 0 });
}

/** Runs the same comparison to detect changes made outside of the files. */
export async function drift(options: PlanOptions, context: CliContext): Promise<Result> {
    const { result } = await comparePlan(options, context);
    return planResult(context, result, { ...options, title: 'Drift', isDifferent: result.planned.length > 0 });
}

/** Returns the digests of the planned changes by key. */
export const digestsOf = ({ planned }: Pick<GitopsPlan, 'planned'>) =>
    Object.fromEntries(planned.flatMap(({ key, action, digest }) => (action === 'none' ? [] : [[key, digest]])));

async function comparePlan({ folder, include }: PlanOptions, context: CliContext) {
    const files = await readFolder(folder);
    const request = requestBodyOf(files, include);
    const service = await serviceOf(context);
    return { service, request, result: await planOf(service, files, request) };
}

/** Requests a plan; fails with the location of every problem in the files. */
export async function planOf(service: ServiceClient, files: Folder, request: GitopsRequest): Promise<GitopsPlan> {
    const result = await withFileLocations(files, () => service.query<GitopsPlan>('/api/admin/gitops/plan', request));
    if (result.problems.length > 0) throw new CommandError(withFileLines(result.problems, files));
    return result;
}

interface PlanResultOptions {
    title: string;
    markdown: boolean;
    isDifferent: boolean;
}

function planResult(
    { output }: CliContext,
    result: GitopsPlan,
    { title, markdown, isDifferent }: PlanResultOptions,
): Result {
    const exitCode = isDifferent ? 2 : 0;
    if (markdown) {
        const text = isDifferent ? markdownOf(result, title) : `### ${title}: everything matches the files`;
        return { json: { markdown: text }, text, exitCode, isText: true };
    }
    const { planned, approvals, proposed, blocked, decideFirst, lacking, who, revision } = result;
    return {
        json: { revision, ...countsOf(result), planned, approvals, proposed, blocked, decideFirst, lacking, who },
        text:
            isDifferent || result.planned.length > 0
                ? colorPlan(output, linesOf(result))
                : 'Everything matches the files.',
        exitCode,
    };
}

const TONES: Record<Tone, Parameters<CliContext['output']['paint']>[0] | undefined> = {
    title: 'bold',
    gone: 'red',
    new: 'green',
    quiet: 'dim',
    plain: undefined,
};

export const colorPlan = (output: CliContext['output'], lines: readonly Line[]) =>
    lines
        .map(([tone, text]) => {
            const paint = TONES[tone];
            return paint === undefined ? plain(text) : output.paint(paint, plain(text));
        })
        .join('\n');
