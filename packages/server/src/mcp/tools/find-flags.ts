import { Type } from 'typebox';
import type { ListedFlag, ListedFlags } from '../../admin/flags/feature-search/feature-search.schemas.ts';
import { Body } from '../../http/route/schemas.ts';
import { tool } from '../tool.ts';

const PAGE = 20;

export const findFlags = tool({
    name: 'find_flags',
    title: 'Find flags',
    description:
        'Search feature flags by text, project, tag or state. Returns a page of flags, each with the environments in which it is on, and the total number. Use it first to learn the names of the flags.',
    needs: 'read',
    input: Body({
        text: Type.Optional(
            Type.String({
                maxLength: 200,
                description: 'Text in the name, the description or a tag; default: all flags',
            }),
        ),
        project: Type.Optional(
            Type.String({ minLength: 1, maxLength: 100, description: 'Only flags of this project' }),
        ),
        tag: Type.Optional(
            Type.String({ minLength: 3, maxLength: 200, description: 'Only flags with this tag, as type:value' }),
        ),
        state: Type.Optional(Type.Enum(['active', 'stale', 'potentially-stale'])),
        archived: Type.Optional(Type.Boolean({ description: 'Archived flags instead of active flags' })),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, description: `Default: ${PAGE}` })),
        offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000, description: 'Number of flags to skip' })),
    }),
    async run({ text, project, tag, state, archived, limit = PAGE, offset = 0 }, agent) {
        const { features, total } = await agent.request<ListedFlags>('GET', '/api/admin/search/features', {
            query: {
                query: text,
                project: project && `IS:${project}`,
                tag: tag && `INCLUDE:${tag}`,
                state: state && `IS:${state}`,
                archived: archived ? 'IS:true' : undefined,
                sortBy: 'name',
                limit,
                offset,
            },
        });
        const next = offset + features.length;
        return { total, ...(next < total && { nextOffset: next }), flags: features.map(flagSummary) };
    },
});

/** The members that distinguish flags. */
export const flagSummary = ({
    name,
    project,
    description,
    type,
    stale,
    tags,
    owner,
    lifecycle,
    environments,
}: ListedFlag) => ({
    name,
    project,
    type,
    ...(description && { description }),
    stale,
    ...(lifecycle && { stage: lifecycle.stage }),
    ...(owner && { owner }),
    ...(tags && { tags: tags.map((tag) => `${tag.type}:${tag.value}`) }),
    environments: environments.map((environment) => ({
        name: environment.name,
        type: environment.type,
        enabled: environment.enabled,
        lastSeenAt: environment.lastSeenAt,
    })),
});
