import { Type } from 'typebox';
import { flagActions } from '../../admin/flags/flags/flag.proposables.ts';
import { strategyActions } from '../../admin/flags/strategies/strategy.proposables.ts';
import { variantActions } from '../../admin/flags/variants/variant.proposables.ts';
import type { ChangeRequest } from '../../admin/governance/change-requests/request/change-request.schemas.ts';
import { actionNamed } from '../../changes/action-registry.ts';
import { asRecord } from '../../core/json/is-record.ts';
import { splitEndpoint } from '../../http/route/route.ts';
import { Body } from '../../http/route/schemas.ts';
import { pathOf } from '../../http/server/internal-client.ts';
import { ToolRefusal } from '../agent.ts';
import { tool } from '../tool.ts';
import { projectOf } from './get-flag.ts';
import { sendToReview } from './proposing.ts';
import { environment, flagName, maybeProject, reason } from './shapes.ts';

const { updateEnabled, updateFeature } = flagActions;
const { addStrategy, updateStrategy, deleteStrategy } = strategyActions;

const DIRECT = [updateEnabled, addStrategy, updateStrategy, deleteStrategy, variantActions.patchVariant, updateFeature];

/** Returns the request that applies an action of a change request directly. */
function directRequest(
    action: string,
    target: { projectId: string; featureName: string; environment: string },
    payload: Record<string, unknown>,
) {
    const { route, direct } = actionNamed(action)!;
    const [method, path] = splitEndpoint(route);
    const { id, ...members } = payload;
    const request = direct ? direct(payload) : { body: method === 'DELETE' ? undefined : members };
    const names: Record<string, string> = { ...target, ...(typeof id === 'string' && { strategyId: id }) };
    return {
        method,
        body: request.body,
        path: (request.path ?? path).replaceAll(/:(\w+)/g, (_, name: string) => {
            const value = names[name];
            if (value !== undefined) return pathOf`${value}`;
            throw new ToolRefusal('The payload needs the `id` of a strategy. get_flag returns the ids.');
        }),
    };
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
        action: Type.Enum(
            DIRECT.map(({ name }) => name),
            { description: 'The action; describe_action returns the schema of its payload' },
        ),
        payload: Type.Object(
            {},
            { additionalProperties: true, description: '{"enabled": true} turns the flag on with updateEnabled' },
        ),
        reason,
    }),
    async run({ flag, project, environment, action, payload, reason }, agent) {
        const home = project ?? (await projectOf(agent, flag));
        if (action === updateEnabled.name && typeof payload['enabled' as never] !== 'boolean') {
            throw new ToolRefusal('updateEnabled takes a payload like {"enabled": true}.');
        }
        const target = { projectId: home, featureName: flag, environment };
        const { method, path, body } = directRequest(action, target, asRecord(payload));
        const response = await agent.send(method, path, { body, reason, orProposes: true });
        if (!response.isProposed) {
            return { changed: true, flag, environment, link: agent.link(pathOf`/projects/${home}/features/${flag}`) };
        }
        // The response is a list only for changes in several environments, and each of these actions changes one.
        return sendToReview(agent, response.body as ChangeRequest, reason);
    },
});
