import { readFile, stat } from 'node:fs/promises';
import { type CliContext, CommandError } from '@halyard/cli/program/command';
import { plain } from '@halyard/cli/program/printable';
import type { ExitCode, Result } from '@halyard/cli/program/result';
import { type ServiceClient, serviceOf } from '@halyard/cli/remote/service';
import type { GitopsApplied, ProposedRequest } from '../../admin/exchange/gitops/gitops.schemas.ts';
import { requestBodyOf, withFileLocations } from './documents.ts';
import { readFolder } from './files.ts';
import { linkOf, sendToReview, waitUntilDecided } from './pending-requests.ts';
import type { SavedPlan } from './plan.ts';
import { countsOf, summaryOf } from './plan-text.ts';

interface ApplyOptions {
    what: string;
    include: string[];
    reason: string | undefined;
    draft: boolean;
    wait: boolean;
    timeout: number;
}

/** The response: the applied changes, or (202) one change request or several, and in both cases the pending changes. */
type ApplyResponse = Pick<GitopsApplied, 'proposed' | 'blocked'> &
    Partial<
        Omit<GitopsApplied, 'proposed' | 'blocked'> &
            ProposedRequest & { changeRequests: ProposedRequest[]; isPartlyApplied: boolean }
    >;

/** Applies the files to the service; a saved plan is applied exactly as it was shown. */
export async function apply(options: ApplyOptions, context: CliContext): Promise<Result> {
    const { what, include, reason, draft, wait, timeout } = options;
    if (draft && wait) throw new CommandError('Nobody can approve a draft. Use either --draft or --wait.');
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
            effect: 'event',
            body,
            headers: {
                // Changes that need approval are proposed, never applied directly.
                prefer: 'change-request',
                ...(why !== undefined && { 'change-reason': Buffer.from(why).toString('latin1') }),
            },
        }),
    );
    // Older services respond without `blocked`, and with 202 also without `proposed`.
    const applied: ApplyResponse = { proposed: [], blocked: [], ...(response.body as object) };
    const requests: ProposedRequest[] = [];
    for (const request of pendingRequests(applied, response.status)) {
        // A draft that contradicts the files stays a draft: reviewers would see outdated changes.
        const isOutdated = applied.blocked.some((each) => each.request.id === request.id);
        requests.push(draft || isOutdated ? request : await sendToReview(service, request, why));
    }
    const decided = wait ? await waitForAll(context, service, { requests, timeout }) : requests;
    return resultOf(context, service, { ...applied, requests: decided });
}

/** Returns the requests of the response, each once: new ones have the newer state. */
function pendingRequests(applied: ApplyResponse, status: number): ProposedRequest[] {
    const created = status === 202 ? (applied.changeRequests ?? [applied as ProposedRequest]) : [];
    const requests = new Map([...applied.proposed, ...created].map((request) => [request.id, request]));
    return [...requests.values()].map(({ id, project, environment, state }) => ({ id, project, environment, state }));
}

async function waitForAll(
    { output }: CliContext,
    service: ServiceClient,
    { requests, timeout }: { requests: readonly ProposedRequest[]; timeout: number },
): Promise<ProposedRequest[]> {
    const until = performance.now() + timeout * 60_000;
    const decided: ProposedRequest[] = [];
    for (const request of requests) {
        if (request.state === 'Draft') {
            decided.push(request);
            continue;
        }
        output.note(`Waiting for a decision, up to ${timeout} minutes: ${plain(linkOf(service, request))}`);
        decided.push(await waitUntilDecided(service, request, until));
    }
    return decided;
}

/** 0: everything is applied. 1: a request was rejected or cancelled. 3: a request waits for approval, or blocks a file. */
function exitCodeOf(requests: readonly ProposedRequest[], blocked: GitopsApplied['blocked']): ExitCode {
    if (requests.some(({ state }) => state === 'Rejected' || state === 'Cancelled')) return 1;
    return blocked.length > 0 || requests.some(({ state }) => state !== 'Applied') ? 3 : 0;
}

function resultOf(
    { output }: CliContext,
    service: ServiceClient,
    {
        requests,
        blocked,
        revision,
        planned = [],
        isPartlyApplied = false,
    }: ApplyResponse & { requests: ProposedRequest[] },
): Result {
    const { create, change, remove, observed } = countsOf({ planned });
    const counts = { created: create, changed: change, removed: remove, observed };
    const isChanged = create + change + remove > 0 && !isPartlyApplied;
    const links = requests.map((request) => ({ ...request, url: linkOf(service, request) }));
    const [done, waiting] = [output.paint('green', '✓'), output.paint('yellow', '…')];
    const lines = [
        ...(isChanged
            ? [`${done} Applied at revision ${revision}: ${summaryOf({ planned }).replaceAll(' to ', ' ')}`]
            : []),
        ...(isPartlyApplied ? [`${done} Applied the changes that need no approval, at revision ${revision}.`] : []),
        ...links.map(
            ({ id, project, environment, state, url }) =>
                `${state === 'Applied' ? done : waiting} ${plain(`Change request ${id} (${state}) for ${environment} of project ${project}: ${url}`)}`,
        ),
        ...blocked.map(({ message }) => `${output.paint('yellow', '!')} ${plain(message)}`),
    ];
    return {
        json: {
            revision,
            isPartlyApplied,
            ...counts,
            planned,
            proposed: requests,
            changeRequests: links,
            blocked,
        },
        text: lines.length === 0 ? 'Everything matches the files: nothing was changed.' : lines.join('\n'),
        exitCode: exitCodeOf(requests, blocked),
    };
}

async function savedPlanIn(path: string): Promise<SavedPlan | undefined> {
    const stats = await stat(path).catch((error: NodeJS.ErrnoException) => {
        throw new CommandError(
            `${path} cannot be read (${error.code}). Specify a folder, or a file that \`halyard plan --out\` wrote.`,
        );
    });
    if (stats.isDirectory()) return undefined;
    try {
        const plan = JSON.parse(await readFile(path, 'utf8')) as Partial<SavedPlan>;
        if (plan.kind === 'halyard-plan' && plan.documents && plan.digests && plan.url !== undefined)
            return plan as SavedPlan;
    } catch {
        // The error below covers invalid JSON, too.
    }
    throw new CommandError(
        `${path} is not a plan. Create one with \`halyard plan --out ${path}\`, or specify a folder.`,
    );
}

/** Returns the commit, if the pipeline provides it, as the reason that the events record. */
function commitIn({ environment }: CliContext): string | undefined {
    const commit = environment['GITHUB_SHA'] || environment['CI_COMMIT_SHA'];
    const repository = environment['GITHUB_REPOSITORY'] || environment['CI_PROJECT_PATH'];
    return commit ? `Commit ${commit.slice(0, 12)}${repository ? ` of ${repository}` : ''}` : undefined;
}
