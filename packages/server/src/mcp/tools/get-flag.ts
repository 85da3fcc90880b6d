import type { ListedFlags } from '../../admin/flags/feature-search/feature-search.schemas.ts';
import { Body } from '../../http/route/schemas.ts';
import { pathOf } from '../../http/server/internal-client.ts';
import { type Agent, ToolRefusal } from '../agent.ts';
import { tool } from '../tool.ts';
import { flagName, maybeProject } from './shapes.ts';

export const getFlag = tool({
    name: 'get_flag',
    title: 'Read a flag',
    description:
        'Read one flag. Returns its settings, its dependencies, and for each environment whether it is enabled, its strategies (with their ids), constraints, segments and variants. Use it before proposing a change.',
    needs: 'read',
    input: Body({ flag: flagName(), project: maybeProject }),
    async run({ flag, project }, agent) {
        const home = project ?? (await projectOf(agent, flag));
        const response = await agent.request<object>('GET', pathOf`/api/admin/projects/${home}/features/${flag}`);
        return { ...response, link: agent.link(pathOf`/projects/${home}/features/${flag}`) };
    },
});

/** Returns the project of a flag, among the visible projects. */
export async function projectOf(agent: Agent, flag: string): Promise<string> {
    for (const archived of [undefined, 'IS:true']) {
        const { features } = await agent.request<ListedFlags>('GET', '/api/admin/search/features', {
            query: { name: `IS:${flag}`, archived, limit: 1 },
        });
        if (features[0]) return features[0].project;
    }
    throw new ToolRefusal(`There is no flag ${flag} that you may see. find_flags searches for others.`);
}
