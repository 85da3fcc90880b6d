import { setTimeout as delay } from 'node:timers/promises';
import { CommandError } from '@halyard/cli/program/command';
import { type ServiceClient, ServiceRefusal } from '@halyard/cli/remote/service';
import type { ProposedRequest } from '../../admin/exchange/gitops/gitops.schemas.ts';

const addressOf = ({ project, id }: ProposedRequest) =>
    `/projects/${encodeURIComponent(project)}/change-requests/${id}`;

/** Returns the page of the request in the UI. */
export const linkOf = ({ url }: ServiceClient, request: ProposedRequest) => url + addressOf(request);

/** Sends a draft to review; a request that is in review already stays as it is. */
export async function sendToReview(
    service: ServiceClient,
    request: ProposedRequest,
    comment: string | undefined,
): Promise<ProposedRequest> {
    if (request.state !== 'Draft') return request;
    const body = { state: 'In review', ...(comment !== undefined && { comment }) };
    try {
        const { state } = await service.send<ProposedRequest>('PUT', `/api/admin${addressOf(request)}/state`, body);
        return { ...request, state };
    } catch (error) {
        const needsReason =
            error instanceof ServiceRefusal && error.details.some(({ path }) => path === '/body/reason');
        if (!needsReason) throw error;
        throw new CommandError(
            `Changes in ${request.environment} of project ${request.project} need a reason. Change request ${request.id} is still a draft: run the command again with --reason.`,
        );
    }
}

const FINAL_STATES = ['Applied', 'Rejected', 'Cancelled'];
const FIRST_INTERVAL_MS = 100;
const MAX_INTERVAL_MS = 5_000;

/** Waits until the request is applied, rejected or cancelled; returns it unchanged if that takes longer than the timeout. */
export async function waitUntilDecided(
    service: ServiceClient,
    request: ProposedRequest,
    until: number,
): Promise<ProposedRequest> {
    let latest = request;
    for (let interval = FIRST_INTERVAL_MS; ; interval = Math.min(interval * 2, MAX_INTERVAL_MS)) {
        latest = (await readRequest(service, request)) ?? latest;
        const remaining = until - performance.now();
        if (FINAL_STATES.includes(latest.state) || remaining <= 0) return latest;
        await delay(Math.min(interval, remaining));
    }
}

/** Returns undefined if the service does not respond, because it may be restarting. */
async function readRequest(service: ServiceClient, request: ProposedRequest): Promise<ProposedRequest | undefined> {
    try {
        const { state } = await service.get<ProposedRequest>(`/api/admin${addressOf(request)}`);
        return { ...request, state };
    } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        if (error instanceof ServiceRefusal && error.status < 500) throw error;
        return undefined;
    }
}
