import { readFile, stat } from 'node:fs/promises';
import { type CliContext, CommandError } from '@halyard/cli/program/command';
import { plain } from '@halyard/cli/program/printable';
import type { Result } from '@halyard/cli/program/result';
import { serviceOf } from '@halyard/cli/remote/service';
import type { GitopsApplied } from '../../admin/exchange/gitops/gitops.schemas.ts';
import { sentOf, withFileLocations } from './documents.ts';
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

/** Makes the service say what the files say; of a saved plan, exactly what that said. */
export async function apply({ what, include, reason }: ApplyOptions, context: CliContext): Promise<Result> {
    const saved = await savedPlanIn(what);
    if (saved && include.length > 0) {
        throw new CommandError('A saved plan says already what is included. Give --include to `halyard plan`.');
    }
    const folder = saved ? undefined : await readFolder(what);
    const service = await serviceOf(context);
    if (saved && saved.url !== service.url) {
        throw new CommandError(`This plan was made for ${saved.url}, and you are at ${service.url}. Make one here.`);
    }
    const why = (reason ?? commitIn(context))?.replace(/\s+/g, ' ').slice(0, 500);
    const body = saved
        ? { ...saved.documents, plan: { revision: saved.revision, digests: saved.digests } }
        : sentOf(folder!, include);
    const answer = await withFileLocations(folder, () =>
        service.demand('POST', '/api/admin/gitops/apply', {
            body,
            headers: {
                // Changes that need approval are proposed, never applied directly.
                prefer: 'change-request',
                ...(why !== undefined && { 'change-reason': Buffer.from(why).toString('latin1') }),
            },
        }),
    );
    if (answer.status === 202) return proposed(context, answer.body);
    const applied = answer.body as GitopsApplied;
    const { create, change, remove, observed } = countsOf(applied);
    if (applied.proposed.length > 0 && create + change + remove === 0)
        return proposed(context, { changeRequests: applied.proposed });
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
                ? 'Everything is as the files say: nothing was changed.'
                : `${context.output.paint('green', '✓')} Applied at revision ${applied.revision}: ${summaryOf(applied).replaceAll(' to ', ' ')}`,
    };
}

/** One request, or several, as the service answers. */
function proposed({ output }: CliContext, body: unknown): Result {
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
                    `${output.paint('yellow', '…')} ${plain(`${environment} of project ${project} needs approval: change request ${id} (${state}) has it. What needs none is applied.`)}`,
            )
            .join('\n'),
    };
}

async function savedPlanIn(what: string): Promise<SavedPlan | undefined> {
    const found = await stat(what).catch((error: NodeJS.ErrnoException) => {
        throw new CommandError(
            `${what} cannot be read (${error.code}). Name a folder, or what \`halyard plan --out\` wrote.`,
        );
    });
    if (found.isDirectory()) return undefined;
    try {
        const plan = JSON.parse(await readFile(what, 'utf8')) as Partial<SavedPlan>;
        if (plan.kind === 'halyard-plan' && plan.documents && plan.digests && plan.url !== undefined)
            return plan as SavedPlan;
    } catch {
        // Said below.
    }
    throw new CommandError(`${what} is no plan. Write one with \`halyard plan --out ${what}\`, or name a folder.`);
}

/** The commit, if the pipeline provides it: recorded as the reason of the events. */
function commitIn({ environment }: CliContext): string | undefined {
    const commit = environment['GITHUB_SHA'] || environment['CI_COMMIT_SHA'];
    const place = environment['GITHUB_REPOSITORY'] || environment['CI_PROJECT_PATH'];
    return commit ? `Commit ${commit.slice(0, 12)}${place ? ` of ${place}` : ''}` : undefined;
}
