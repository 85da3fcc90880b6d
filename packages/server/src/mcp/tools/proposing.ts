import type { ChangeRequest } from '../../admin/governance/change-requests/request/change-request.schemas.ts';
import { pathOf } from '../../http/server/internal-client.ts';
import type { Agent } from '../agent.ts';

export interface AgentStep {
    action: string;
    feature?: string | null;
    payload?: unknown;
}

interface Proposal {
    project: string;
    environment: string;
    changes: AgentStep[];
    reason: string;
}

/** Proposes the changes and requests a review. */
export async function propose(agent: Agent, { project, environment, changes, reason }: Proposal): Promise<object> {
    const request = await agent.request<ChangeRequest>(
        'POST',
        pathOf`/api/admin/projects/${project}/environments/${environment}/change-requests`,
        { body: changes, reason },
    );
    return sendToReview(agent, request, reason);
}

/** Drafts are visible to their author only, so an agent's draft would go unnoticed. */
export async function sendToReview(agent: Agent, request: ChangeRequest, reason: string): Promise<object> {
    const { id, project } = request;
    const seen =
        request.state === 'Draft'
            ? await agent.request<ChangeRequest>(
                  'PUT',
                  pathOf`/api/admin/projects/${project}/change-requests/${id}/state`,
                  {
                      body: { state: 'In review', comment: reason, contentHash: request.contentHash },
                  },
              )
            : request;
    const { title, state, environment, needed, effect } = seen;
    const changes = [...seen.features.flatMap((feature) => feature.changes), ...seen.segments].length;
    return {
        proposed: {
            changeRequest: id,
            title,
            project,
            environment,
            state,
            changes,
            needed,
            effect,
            link: agent.link(pathOf`/projects/${project}/change-requests/${id}`),
        },
        note: 'Nothing has changed yet: people approve and apply it. Give them the link.',
    };
}
