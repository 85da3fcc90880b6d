import { readFile, stat } from 'node:fs/promises';
import { type CliContext, CommandError } from '@halyard/cli/program/command';
import { plain } from '@halyard/cli/program/printable';
import type { Result } from '@halyard/cli/program/result';
import { serviceOf } from '@halyard/cli/remote/service';
import type { GitopsApplied } from '../../admin/exchange/gitops/gitops.schemas.ts';
import { requestBodyOf, withFileLocations } from './documents.ts';
import { readFolder } from './files.ts';
import type { SavedPlan } from './plan.ts';
import { countsOf, summaryOf } from './plan-text.ts';

interface ApplyOptions {
    what: string;
    include: string[];
    reason: string | undefined;
}

interface Proposed {
    id: number;
    project: string;
    environment: string;
    state: string;
}

/** Applies the files to the service; a saved plan is applied exactly as it was shown. */
export async function apply({ what, include, reason }: ApplyOptions, context: CliContext): Promise<Result> {
    const saved = await savedPlanIn(what);
    if (saved && include.length > 0) {
        throw new CommandError(
            'A saved plan already defines what is included. Pass --include to `halyard plan` instead.',
        );
    }
    const folder = saved ? undefined : await readFolder(what);
    const service = await serviceOf(context);
    if (saved && saved.url !== service.url) {
        throw new CommandError(
            `This plan was created for ${saved.url}, but you are logged in to ${service.url}. Create a new plan.`,
        );
    }
    const why = (reason ?? commitIn(context))?.replace(/\s+/g, ' ').slice(0, 500);
    const body = saved
        ? { ...saved.documents, plan: { revision: saved.revision, digests: saved.digests } }
        : requestBodyOf(folder!, include);
    const response = await withFileLocations(folder, () =>
        service.requestOk('POST', '/api/admin/gitops/apply', {
            body,
            headers: {
                // Changes that need approval are proposed, never applied directly.
                prefer: 'change-request',
                ...(why !== undefined && { 'change-reason': Buffer.from(why).toString('latin1') }),
            },
        }),
    );
    if (response.status === 202) return proposedResult(context, response.body);
    const applied = response.body as GitopsApplied;
    const { create, change, remove, observed } = countsOf(applied);
    if (applied.proposed.length > 0 && create + change + remove === 0)
        return proposedResult(context, { changeRequests: applied.proposed });
    return {
        json: {
            revision: applied.revision,
            created: create,
            changed: change,
            removed: remove,
            observed,
            planned: applied.planned,
            proposed: applied.proposed,
        },
        text:
            create + change + remove === 0
                ? 'Everything matches the files: nothing was changed.'
                : `${context.output.paint('green', '✓')} Applied at revision ${applied.revision}: ${summaryOf(applied).replaceAll(' to ', ' ')}`,
    };
}

/** Describes one change request or several, depending on the response. */
function proposedResult({ output }: CliContext, body: unknown): Result {
    const requests = (body as { changeRequests?: Proposed[] }).changeRequests ?? [body as Proposed];
    return {
        json: {
            changeRequests: requests.map(({ id, project, environment, state }) => ({
                id,
                project,
                environment,
                state,
            })),
        },
        text: requests
            .map(
                ({ id, project, environment, state }) =>
                    `${output.paint('yellow', '…')} ${plain(`${environment} of project ${project} needs approval: see change request ${id} (${state}). \`halyard plan\` shows what is not applied yet.`)}`,
            )
            .join('\n'),
    };
}

async function savedPlanIn(what: string): Promise<SavedPlan | undefined> {
    const stats = await stat(what).catch((error: NodeJS.ErrnoException) => {
        throw new CommandError(
            `${what} cannot be read (${error.code}). Specify a folder, or a file that \`halyard plan --out\` wrote.`,
        );
    });
    if (stats.isDirectory()) return undefined;
    try {
        const plan = JSON.parse(await readFile(what, 'utf8')) as Partial<SavedPlan>;
        if (plan.kind === 'halyard-plan' && plan.documents && plan.digests && plan.url !== undefined)
            return plan as SavedPlan;
    } catch {
        // The error below covers invalid JSON, too.
    }
    throw new CommandError(
        `${what} is not a plan. Create one with \`halyard plan --out ${what}\`, or specify a folder.`,
    );
}

/** Returns the commit, if the pipeline provides it, as the reason that the events record. */
function commitIn({ environment }: CliContext): string | undefined {
    const commit = environment['GITHUB_SHA'] || environment['CI_COMMIT_SHA'];
    const repository = environment['GITHUB_REPOSITORY'] || environment['CI_PROJECT_PATH'];
    return commit ? `Commit ${commit.slice(0, 12)}${repository ? ` of ${repository}` : ''}` : undefined;
}
