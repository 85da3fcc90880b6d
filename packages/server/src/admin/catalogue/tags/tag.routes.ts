import type { Services } from '../../../app/services.ts';
import { notFound } from '../../../core/errors/errors.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { createTag, deleteTag } from './tag.commands.ts';
import { findKnownTag, listTags } from './tag.queries.ts';
import { NewTag, TagResponse, Tags } from './tag.schemas.ts';

const route = routeWithTag('Tags');

export const tagRoutes = ({ db, write }: Services): Route[] => [
    route('GET /api/admin/tags', {
        operationId: 'getTags',
        summary: 'List all tags',
        access: 'authenticated',
        responds: { status: 200, body: Tags },
        handler: async ({ actor }) => ({ version: 1, tags: await listTags(db, actor) }),
    }),
    route('GET /api/admin/tags/:type', {
        operationId: 'getTagsByType',
        summary: 'List the tags of a type',
        access: 'authenticated',
        responds: { status: 200, body: Tags },
        errors: [],
        handler: async ({ actor, params }) => ({ version: 1, tags: await listTags(db, actor, params.type) }),
    }),
    route('GET /api/admin/tags/:type/:value', {
        operationId: 'getTag',
        summary: 'Read one tag',
        access: 'authenticated',
        responds: { status: 200, body: TagResponse },
        handler: async ({ actor, params }) => {
            const tag = await findKnownTag(db, actor, params);
            if (!tag) throw notFound(`tag ${params.type}:${params.value}`);
            return { version: 1, tag };
        },
    }),
    route('POST /api/admin/tags', {
        operationId: 'createTag',
        summary: 'Create a tag',
        description:
            'Tags are shared by all projects. Members of a project can create tags by adding them to its flags.',
        access: 'CREATE_TAG_TYPE',
        body: NewTag,
        responds: { status: 201, body: TagResponse },
        errors: [409],
        handler: async ({ actor, body }, reply) => {
            const created = await write(actor, createTag, body);
            const address = [created.type, created.value].map(encodeURIComponent).join('/');
            reply.header('location', `tags/${address}`);
            return { version: 1, tag: created };
        },
    }),
    route('DELETE /api/admin/tags/:type/:value', {
        operationId: 'deleteTag',
        summary: 'Delete a tag and remove it from all flags',
        description: 'Succeeds even if the tag does not exist.',
        access: 'DELETE_TAG_TYPE',
        responds: { status: 200 },
        errors: [],
        handler: ({ actor, params }) => write(actor, deleteTag, params),
    }),
];
