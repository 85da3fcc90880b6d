import { Type } from 'typebox';
import type { ChangeRequest } from '../../admin/governance/change-requests/request/change-request.schemas.ts';
import { isRecord } from '../../core/json/is-record.ts';
import { Body } from '../../http/route/schemas.ts';
import { type AskedInside, pathOf } from '../../http/server/internal-client.ts';
import { ToolRefusal } from '../agent.ts';
import { tool } from '../tool.ts';
import { projectOf } from './get-flag.ts';
import { sentToReview } from './proposing.ts';
import { environment, flagName, maybeProject, reason } from './shapes.ts';

interface Direct {
    method: AskedInside['method'];
    path: string;
    body?: unknown;
}

interface FlagPaths {
    features: string;
    there: string;
}

/** The route that makes the same change directly as this action of a change request. */
const DIRECT: Record<string, (place: FlagPaths, payload: Record<string, unknown>) => Direct> = {
    updateEnabled: ({ there }, { enabled, shouldActivateDisabledStrategies: all }) => ({
        method: 'POST',
        path: `${there}/${enabled ? 'on' : 'off'}${all === true ? '?shouldActivateDisabledStrategies=true' : ''}`,
    }),
    addStrategy: ({ there }, body) => ({ method: 'POST', path: `${there}/strategies`, body }),
    updateStrategy: ({ there }, { id, ...body }) => ({
        method: 'PUT',
        path: `${there}/strategies/${named(id)}`,
        body,
    }),
    deleteStrategy: ({ there }, { id }) => ({ method: 'DELETE', path: `${there}/strategies/${named(id)}` }),
    patchVariant: ({ there }, { variants }) => ({ method: 'PUT', path: `${there}/variants`, body: variants ?? null }),
    updateFeature: ({ features }, body) => ({ method: 'PUT', path: features, body }),
};

function named(id: unknown): string {
    if (typeof id !== 'string')
        throw new ToolRefusal('The payload needs the `id` of a strategy. get_flag returns the ids.');
    return pathOf`${id}`;
}

export const changeFlag = tool({
    name: 'change_flag',
    title: 'Change a flag',
    description:
        'Change a flag immediately in an environment other than production; SDKs receive the change within seconds. Returns the link to the flag. Where the change needs approval (always in production), it is proposed instead, and the change request is returned.',
    needs: 'change',
    isDestructive: true,
    isIdempotent: false,
    input: Body({
        flag: flagName(),
        project: maybeProject,
        environment,
        action: Type.Enum(Object.keys(DIRECT), {
            description: 'The action; describe_action returns the schema of its payload',
        }),
        payload: Type.Object(
            {},
            { additionalProperties: true, description: '{"enabled": true} turns the flag on with updateEnabled' },
        ),
        reason,
    }),
    async run({ flag, project, environment, action, payload, reason }, agent) {
        const home = project ?? (await projectOf(agent, flag));
        const features = pathOf`/api/admin/projects/${home}/features/${flag}`;
        const there = features + pathOf`/environments/${environment}`;
        if (action === 'updateEnabled' && typeof payload['enabled' as never] !== 'boolean') {
            throw new ToolRefusal('updateEnabled takes a payload like {"enabled": true}.');
        }
        const { method, path, body } = DIRECT[action]!({ features, there }, isRecord(payload) ? payload : {});
        const answered = await agent.answer(method, path, { body, reason, orProposes: true });
        if (!answered.isProposed) {
            return { changed: true, flag, environment, link: agent.link(pathOf`/projects/${home}/features/${flag}`) };
        }
        // Several only for changes in several environments, which none of these is.
        return sentToReview(agent, answered.body as ChangeRequest, reason);
    },
});
