import { Type } from 'typebox';
import type { ReleaseRehearsal } from '../../admin/governance/release-rehearsal/release-rehearsal.schemas.ts';
import type { ReleaseTemplate } from '../../admin/releases/templates/template.schemas.ts';
import { Body } from '../../http/route/schemas.ts';
import { pathOf } from '../../http/server/internal-client.ts';
import { ToolRefusal } from '../agent.ts';
import { tool } from '../tool.ts';
import { projectOf } from './get-flag.ts';
import { environment, flagName, maybeProject, project } from './shapes.ts';

const MAX_RELEASES = 50;

export const readReleases = tool({
    name: 'read_releases',
    title: 'Read releases',
    description:
        'Read the running releases of a project: the milestones of each plan, what happens next and when, and what holds it and why. Also returns the release templates that the project may use. get_flag returns the strategies of the milestones of a flag.',
    needs: 'read',
    input: Body({ project }),
    async run({ project: home }, agent) {
        const [running, templates] = await Promise.all([
            agent.request<{ releases: object[]; total: number }>('GET', '/api/admin/releases', {
                query: { project: home, limit: MAX_RELEASES },
            }),
            agent.request<ReleaseTemplate[]>('GET', pathOf`/api/admin/projects/${home}/release-templates`, {
                query: { include: 'root' },
            }),
        ]);
        return { ...running, templates: templates.map(({ id, name, description }) => ({ id, name, description })) };
    },
});

const id = Type.Optional(Type.String({ minLength: 1, maxLength: 100 }));

export const rehearseRelease = tool({
    name: 'rehearse_release',
    title: 'Rehearse a release',
    description:
        'Preview a release plan before it starts: for each milestone the number of users who have the flag and the time of its start, and open change requests that may interfere. Pass templateId for a plan that is to be added, or planId for the plan that the flag has. Numbers that are null were not measured: that is not zero. Use it before proposing addReleasePlan or startMilestone.',
    needs: 'read',
    input: Body({ flag: flagName(), project: maybeProject, environment, templateId: id, planId: id }),
    async run({ flag, project: given, environment: name, templateId, planId }, agent) {
        if ((templateId === undefined) === (planId === undefined)) {
            throw new ToolRefusal('Pass either templateId or planId. read_releases returns both.');
        }
        const home = given ?? (await projectOf(agent, flag));
        return agent.request<ReleaseRehearsal>(
            'POST',
            pathOf`/api/admin/projects/${home}/features/${flag}/environments/${name}/release-plans/rehearse`,
            { body: templateId === undefined ? { planId } : { templateId } },
        );
    },
});
