import type { Services } from '../../../app/services.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { setLifetime } from './flag-type.commands.ts';
import { listFlagTypes } from './flag-type.queries.ts';
import { FlagType, FlagTypes, Lifetime } from './flag-type.schemas.ts';

const route = routeWithTag('Feature types');

export const flagTypeRoutes = ({ db, write }: Services): Route[] => [
    route('GET /api/admin/feature-types', {
        operationId: 'getAllFeatureTypes',
        summary: 'List the flag types',
        access: 'authenticated',
        responds: { status: 200, body: FlagTypes },
        handler: async () => ({ version: 1, types: await listFlagTypes(db) }),
    }),
    route('PUT /api/admin/feature-types/:id/lifetime', {
        operationId: 'updateFeatureTypeLifetime',
        summary: 'Set the expected lifetime of flags of a type',
        description: 'Older flags become potentially stale.',
        access: 'ADMIN',
        body: Lifetime,
        responds: { status: 200, body: FlagType },
        handler: ({ actor, params, body }) => write(actor, setLifetime, { ...params, ...body }),
    }),
];
