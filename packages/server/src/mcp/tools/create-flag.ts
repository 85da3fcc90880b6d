import { Type } from 'typebox';
import { Body } from '../../http/route/schemas.ts';
import { pathOf } from '../../http/server/internal-client.ts';
import { tool } from '../tool.ts';
import { flagName, reason } from './shapes.ts';

export const createFlag = tool({
    name: 'create_flag',
    title: 'Create a flag',
    description:
        'Create a feature flag, which is off in every environment. Returns the flag with its link. Names are unique, also among archived flags: search with find_flags first. To turn the flag on, use change_flag or propose_change.',
    needs: 'propose',
    input: Body({
        name: flagName('Letters, digits and -_.~; unique in the whole instance'),
        project: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Default: default' })),
        type: Type.Optional(Type.Enum(['release', 'experiment', 'operational', 'kill-switch', 'permission'])),
        description: Type.String({ maxLength: 1_000, description: 'The purpose of the flag, in one sentence' }),
        impressionData: Type.Optional(
            Type.Boolean({ description: 'Whether SDKs emit impression events for the flag' }),
        ),
        reason: Type.Optional(reason),
    }),
    async run({ project = 'default', reason, ...flag }, agent) {
        const created = await agent.request<object>('POST', pathOf`/api/admin/projects/${project}/features`, {
            body: flag,
            reason,
        });
        return { created, link: agent.link(pathOf`/projects/${project}/features/${flag.name}`) };
    },
});
