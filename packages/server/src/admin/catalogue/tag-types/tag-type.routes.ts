import type { Services } from '../../../app/services.ts';
import { nameExists } from '../../../core/errors/errors.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { createTagType, deleteTagType, tagTypeOf, updateTagType } from './tag-type.commands.ts';
import { findTagType, getTagType, listTagTypes } from './tag-type.queries.ts';
import { NewTagType, TagType, TagTypeResponse, TagTypes, TagTypeUpdate, ValidTagType } from './tag-type.schemas.ts';

const route = routeWithTag('Tags');

export const tagTypeRoutes = ({ db, write }: Services): Route[] => [
    route('GET /api/admin/tag-types', {
        operationId: 'getTagTypes',
        summary: 'List all tag types',
        access: 'authenticated',
        responds: { status: 200, body: TagTypes },
        handler: async () => ({ version: 1, tagTypes: await listTagTypes(db) }),
    }),
    route('GET /api/admin/tag-types/:name', {
        operationId: 'getTagType',
        summary: 'Read one tag type',
        access: 'authenticated',
        responds: { status: 200, body: TagTypeResponse },
        handler: async ({ params }) => ({ version: 1, tagType: await getTagType(db, params.name) }),
    }),
    route('POST /api/admin/tag-types', {
        operationId: 'createTagType',
        summary: 'Create a tag type',
        access: 'CREATE_TAG_TYPE',
        body: NewTagType,
        responds: { status: 201, body: TagType },
        errors: [409],
        handler: async ({ actor, body }, reply) => {
            const tagType = await write(actor, createTagType, body);
            reply.header('location', `tag-types/${tagType.name}`);
            return tagType;
        },
    }),
    route('POST /api/admin/tag-types/validate', {
        operationId: 'validateTagType',
        summary: 'Validate a new tag type',
        access: 'authenticated',
        body: NewTagType,
        leavesNoEvent: true,
        responds: { status: 200, body: ValidTagType },
        errors: [409],
        handler: async ({ body }) => {
            if (await findTagType(db, body.name)) throw nameExists(`Tag type ${body.name}`);
            return { valid: true, tagType: tagTypeOf(body) };
        },
    }),
    route('PUT /api/admin/tag-types/:name', {
        operationId: 'updateTagType',
        summary: 'Change the description, icon and colour of a tag type',
        access: 'UPDATE_TAG_TYPE',
        body: TagTypeUpdate,
        responds: { status: 200 },
        handler: ({ actor, params, body }) => write(actor, updateTagType, { ...body, ...params }),
    }),
    route('DELETE /api/admin/tag-types/:name', {
        operationId: 'deleteTagType',
        summary: 'Delete a tag type with its tags',
        access: 'DELETE_TAG_TYPE',
        responds: { status: 200 },
        handler: ({ actor, params }) => write(actor, deleteTagType, params),
    }),
];
