import type { Services } from '../../../app/services.ts';
import { type AdminActor, mayKnowOf } from '../../../core/access/actor.ts';
import { notFound } from '../../../core/errors/errors.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { inProject } from '../../../http/route/schemas.ts';
import { listTagsOfFlag } from '../../catalogue/tags/tag.queries.ts';
import { BulkTagChanges, NewTag, Tag, TagChanges, Tags } from '../../catalogue/tags/tag.schemas.ts';
import { findFlag } from '../flags/flag.queries.ts';
import { flagScope } from '../flags/flag-scope.ts';
import { changeTagsOfFlag, changeTagsOfFlags, tagFlag, untagFlag } from './flag-tag.commands.ts';

const route = routeWithTag('Tags');

export const flagTagRoutes = ({ db, write }: Services): Route[] => {
    const scope = flagScope(db);

    async function tagsOf(featureName: string) {
        return { version: 1, tags: await listTagsOfFlag(db, featureName) };
    }

    async function requireVisibleFlag(actor: AdminActor, featureName: string): Promise<void> {
        const flag = await findFlag(db, featureName);
        if (!flag || !mayKnowOf(actor, flag.project)) throw notFound(`flag ${featureName}`);
    }

    return [
        route('GET /api/admin/features/:featureName/tags', {
            operationId: 'listTags',
            summary: 'List the tags of a flag',
            access: 'authenticated',
            responds: { status: 200, body: Tags },
            handler: async ({ actor, params }) => {
                await requireVisibleFlag(actor, params.featureName);
                return tagsOf(params.featureName);
            },
        }),
        route('POST /api/admin/features/:featureName/tags', {
            operationId: 'addTag',
            summary: 'Add a tag to a flag',
            description: 'The tag is created if it does not exist. Succeeds even if the flag already has the tag.',
            access: 'UPDATE_FEATURE',
            scope,
            body: NewTag,
            responds: { status: 201, body: Tag },
            handler: async ({ actor, params, body }, reply) => {
                const added = await write(actor, tagFlag, { ...params, ...body });
                reply.header('location', `${params.featureName}/tags`);
                return added;
            },
        }),
        route('PUT /api/admin/features/:featureName/tags', {
            operationId: 'updateTags',
            summary: 'Add and remove tags of a flag',
            access: 'UPDATE_FEATURE',
            scope,
            body: TagChanges,
            responds: { status: 200, body: Tags },
            handler: async ({ actor, params, body }) => {
                await write(actor, changeTagsOfFlag, { ...params, ...body });
                return tagsOf(params.featureName);
            },
        }),
        route('DELETE /api/admin/features/:featureName/tags/:type/:value', {
            operationId: 'removeTag',
            summary: 'Remove a tag from a flag',
            description: 'Succeeds even if the flag does not have the tag.',
            access: 'UPDATE_FEATURE',
            scope,
            responds: { status: 200 },
            handler: ({ actor, params }) => write(actor, untagFlag, params),
        }),
        route('PUT /api/admin/projects/:projectId/tags', {
            operationId: 'addTagToFeatures',
            summary: 'Add and remove tags of several flags of a project',
            description: 'All flags are changed, or none if one is not in the project.',
            access: 'UPDATE_FEATURE',
            scope: inProject,
            body: BulkTagChanges,
            responds: { status: 200 },
            handler: ({ actor, params, body }) =>
                write(actor, changeTagsOfFlags, { project: params.projectId, ...body }),
        }),
    ];
};
