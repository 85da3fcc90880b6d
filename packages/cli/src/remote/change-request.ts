import { type CliContext, CommandError } from '../program/command.ts';
import { plain } from '../program/printable.ts';
import type { Result } from '../program/result.ts';
import { table } from '../program/table.ts';
import { requireEnvironment } from './environments.ts';
import { done } from './flag.ts';
import { type ServiceClient, serviceOf } from './service.ts';

interface FoundRequest {
    id: number;
    title: string;
    project: string;
    environment: string;
    state: string;
    createdBy: { username: string };
    features: string[];
    segments: string[];
    schedule?: { scheduledAt: string };
}

interface Change {
    action: string;
    payload: unknown;
    conflict?: string;
}

interface ChangeRequest extends Omit<FoundRequest, 'features' | 'segments'> {
    contentHash: string;
    features: { name: string; conflict?: string; changes: Change[] }[];
    segments: (Change & { name: string })[];
    settings: Change[];
    approvals: { createdBy: { username: string } }[];
    comments: { text: string; createdBy: { username: string } }[];
    needed?: { approvals: number; given: number; missing: string[] };
    effect?: { evaluated: number; changed: number };
}

interface RequestOptions {
    id: number;
}

interface DecisionOptions extends RequestOptions {
    comment: string | undefined;
    contentHash: string | undefined;
}

/** The page size limit of the service. */
const PAGE = 100;

export async function listRequests(
    { project, environment, closed }: { project: string | undefined; environment: string | undefined; closed: boolean },
    context: CliContext,
): Promise<Result> {
    const service = await serviceOf(context);
    if (environment !== undefined) await requireEnvironment(service, { environment, project });
    const all = await searchRequests(service, closed ? 'closed' : 'open');
    const changeRequests = all.filter(
        (request) =>
            (project === undefined || request.project === project) &&
            (environment === undefined || request.environment === environment),
    );
    return {
        json: { changeRequests },
        text: table(
            ['Id', 'State', 'Project', 'Environment', 'Author', 'Title'],
            changeRequests.map(({ id, state, createdBy, title, ...where }) => [
                ...[id, state, where.project, where.environment, createdBy.username, title.slice(0, 60)],
            ]),
            {
                paint: (text) => context.output.paint('bold', text),
                empty: `There is no ${closed ? 'closed' : 'open'} change request.`,
            },
        ),
    };
}

async function searchRequests(service: ServiceClient, state: 'open' | 'closed'): Promise<FoundRequest[]> {
    const found = new Map<number, FoundRequest>();
    for (let total = 1, offset = 0; offset < total; offset += PAGE) {
        const page = await searchPage(service, { state: `IS:${state}`, limit: String(PAGE), offset: String(offset) });
        for (const request of page.changeRequests) found.set(request.id, request);
        total = page.changeRequests.length === 0 ? 0 : page.total;
    }
    return [...found.values()];
}

const searchPage = (service: ServiceClient, query: Record<string, string>) =>
    service.get<{ changeRequests: FoundRequest[]; total: number }>(
        `/api/admin/search/change-requests?${new URLSearchParams(query)}`,
    );

export async function showRequest({ id }: RequestOptions, context: CliContext): Promise<Result> {
    const service = await serviceOf(context);
    const request = await service.get<ChangeRequest>(await pathOf(service, id));
    return { json: request, text: textOf(request, context) };
}

/** Moves a request to a state. A request that has the state already is returned as it is, so that a pipeline can repeat the command. */
async function move(
    context: CliContext,
    { id, state, says, ...body }: { id: number; state: string; says: string; [member: string]: unknown },
): Promise<Result> {
    const service = await serviceOf(context);
    const path = await pathOf(service, id);
    const before = await service.get<ChangeRequest>(path);
    const isRepeated = before.state === state && REPEATABLE.has(state);
    const request = isRepeated
        ? before
        : await service.change<ChangeRequest>('PUT', `${path}/state`, {
              state,
              contentHash: before.contentHash,
              ...body,
          });
    const { project, environment, needed } = request;
    const missing = needed?.missing.length ? `. ${needed.missing.join(' ')}` : '';
    return {
        json: request,
        text: done(context, `Change request ${id} for ${environment} of project ${project} ${says}${missing}`),
    };
}

/** A second approval is one more, and a schedule can change. */
const REPEATABLE: ReadonlySet<string> = new Set(['Applied', 'Rejected']);

const decision = (state: 'Approved' | 'Rejected', says: string) =>
    async function decideRequest({ id, comment, contentHash }: DecisionOptions, context: CliContext): Promise<Result> {
        return move(context, {
            ...{ id, state, says },
            ...(comment !== undefined && { comment }),
            ...(contentHash !== undefined && { contentHash }),
        });
    };

export const approveRequest = decision('Approved', 'has your approval');
export const rejectRequest = decision('Rejected', 'is rejected');

export const applyRequest = ({ id, reason }: RequestOptions & { reason: string | undefined }, context: CliContext) =>
    move(context, { id, state: 'Applied', says: 'is applied', ...(reason !== undefined && { reason }) });

export async function scheduleRequest(
    { id, at, timeZone }: RequestOptions & { at: string; timeZone: string | undefined },
    context: CliContext,
): Promise<Result> {
    // A time without a zone would depend on the machine that runs the command.
    if (!/(Z|[+-]\d\d:\d\d)$/.test(at) || Number.isNaN(Date.parse(at))) {
        throw new CommandError(
            `${plain(at)} is not a time with a zone. Use a form such as 2027-01-15T08:00:00Z or 2027-01-15T09:00:00+01:00.`,
        );
    }
    const scheduledAt = new Date(at).toISOString();
    return move(context, {
        ...{ id, state: 'Scheduled', says: `is scheduled for ${scheduledAt}`, scheduledAt },
        timeZone: timeZone ?? 'UTC',
    });
}

/** Returns the path of a request. Ids are unique, so the service can find the project. */
async function pathOf(service: ServiceClient, id: number): Promise<string> {
    const {
        changeRequests: [found],
    } = await searchPage(service, { id: String(id) });
    if (found) return `/api/admin/projects/${encodeURIComponent(found.project)}/change-requests/${id}`;
    throw new CommandError(
        `There is no change request ${id} that you may see. \`halyard change-request list\` lists the open ones.`,
    );
}

function textOf(request: ChangeRequest, { output }: CliContext): string {
    const { id, title, state, project, environment, createdBy, schedule, approvals, needed, effect } = request;
    const line = ({ action, payload, conflict }: Change) => [
        `  ${action} ${JSON.stringify(payload)}`,
        ...(conflict === undefined ? [] : [`    ! ${conflict}`]),
    ];
    return [
        output.paint('bold', plain(`${id}  ${title}`)),
        ...[
            `${state}, ${environment} of project ${project}, by ${createdBy.username}`,
            ...(schedule ? [`Scheduled for ${schedule.scheduledAt}`] : []),
            ...approvals.map((approval) => `Approved by ${approval.createdBy.username}`),
            ...(needed?.missing ?? []),
            ...(effect ? [effectLine(effect)] : []),
            ...request.features.flatMap(({ name, conflict, changes }) => [
                `Flag ${name}${conflict === undefined ? '' : `: ${conflict}`}`,
                ...changes.flatMap(line),
            ]),
            ...request.segments.flatMap((change) => [`Segment ${change.name}`, ...line(change)]),
            ...(request.settings.length > 0 ? ['Settings', ...request.settings.flatMap(line)] : []),
            ...request.comments.map((comment) => `${comment.createdBy.username}: ${comment.text}`),
        ].map(plain),
    ].join('\n');
}

const effectLine = ({ evaluated, changed }: { evaluated: number; changed: number }) =>
    evaluated === 0
        ? 'The effect is unknown: no context was evaluated'
        : `${changed} of ${evaluated} evaluated contexts are affected`;
