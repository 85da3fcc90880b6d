import { type Route, route } from '../../../http/route/route.ts';
import type { Services } from '../../../services.ts';
import { setLifetime } from './flag-type.commands.ts';
import { listFlagTypes } from './flag-type.queries.ts';
import { FlagType, FlagTypeParams, FlagTypes, Lifetime } from './flag-type.schemas.ts';

const tag = 'Feature types';

export const flagTypeRoutes = ({ db, write }: Services): Route[] => [
    route({
        method: 'GET',
        path: '/api/admin/feature-types',
        operationId: 'getAllFeatureTypes',
        summary: 'List the flag types',
        tag,
        access: 'authenticated',
        responds: { status: 200, body: FlagTypes },
        handler: async () => ({ version: 1, types: await listFlagTypes(db) }),
    }),
    route({
        method: 'PUT',
        path: '/api/admin/feature-types/:id/lifetime',
        operationId: 'updateFeatureTypeLifetime',
        summary: 'Set the expected lifetime of flags of a type',
        description: 'Older flags become potentially stale.',
        tag,
        access: 'ADMIN',
        params: FlagTypeParams,
        body: Lifetime,
        responds: { status: 200, body: FlagType },
        errors: [404],
        handler: ({ actor, params, body }) => write(actor, setLifetime, { ...params, ...body }),
    }),
];
