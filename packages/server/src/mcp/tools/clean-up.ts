import { Type } from 'typebox';
import { flagActions } from '../../admin/flags/flags/flag.proposables.ts';
import { Body } from '../../http/route/schemas.ts';
import { pathOf } from '../../http/server/internal-client.ts';
import { ToolRefusal } from '../agent.ts';
import { tool } from '../tool.ts';
import { propose } from './proposing.ts';
import { flagName, MAX_AGENT_STEPS, project, reason } from './shapes.ts';

type Configs = { environment: string; type: string }[];

export const cleanUp = tool({
    name: 'clean_up',
    title: 'Propose to archive flags',
    description:
        'Propose to archive unused flags, as a change request that users approve and apply. Returns the change request with its link. SDKs do not receive archived flags, so remove them from the code first. find_unused lists candidates.',
    needs: 'propose',
    input: Body({
        project,
        flags: Type.Array(flagName(), { minItems: 1, maxItems: MAX_AGENT_STEPS, uniqueItems: true }),
        reason,
    }),
    async run({ project, flags, reason }, agent) {
        const configs = await agent.request<Configs>(
            'GET',
            pathOf`/api/admin/projects/${project}/change-requests/config`,
        );
        // Changes of a whole flag are proposed in the most critical environment.
        const target = configs.find(({ type }) => type === 'production') ?? configs.at(-1);
        if (!target) throw new ToolRefusal(`Project ${project} has no environments, so nothing can be proposed there.`);
        const changes = flags.map((feature) => ({ action: flagActions.archiveFeature.name, feature }));
        return propose(agent, { project, environment: target.environment, changes, reason });
    },
});
