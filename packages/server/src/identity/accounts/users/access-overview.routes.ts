import { Type } from 'typebox';
import type { Services } from '../../../app/services.ts';
import { respondCsv, wantsCsv } from '../../../http/bodies/csv.ts';
import { serialiseBatches } from '../../../http/bodies/serialised-list.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { DateTime, Nullable } from '../../../http/route/schemas.ts';
import { readAccessOverview } from './access-overview.queries.ts';

const route = routeWithTag('Users');

const UserAccess = Type.Object({
    userId: Type.Integer(),
    userName: Nullable(Type.String()),
    userEmail: Nullable(Type.String()),
    rootRole: Nullable(Type.String()),
    createdAt: DateTime(),
    lastSeen: Nullable(DateTime()),
    accessibleProjects: Type.Array(Type.String(), { description: 'Projects in which the user has a role directly' }),
    groups: Type.Array(Type.String()),
    groupProjects: Type.Array(Type.String(), { description: 'Projects in which a group of the user has a role' }),
});

const AccessOverview = Type.Object({ overview: Type.Array(UserAccess) }, { $id: 'accessOverview' });

const COLUMNS = [
    'userId',
    'userName',
    'userEmail',
    'rootRole',
    'createdAt',
    'lastSeen',
    'accessibleProjects',
    'groups',
    'groupProjects',
] as const;

/** One cell contains several names. */
const cell = <T extends string | number | null>(value: T | string[]) =>
    Array.isArray(value) ? value.join(', ') : value;

export const accessOverviewRoutes = ({ db }: Services): Route[] => [
    route('GET /api/admin/access/overview', {
        operationId: 'getAccessOverview',
        summary: 'List the access of users to projects, and its sources',
        access: 'ADMIN',
        expensive: true,
        responds: { status: 200, body: AccessOverview, alsoCsv: true },
        handler: async ({ headers }, reply) => {
            if (!wantsCsv(headers)) return { overview: await serialiseBatches(UserAccess, readAccessOverview(db)) };
            const overview = (await Array.fromAsync(readAccessOverview(db))).flat();
            return respondCsv(reply, 'access', [
                COLUMNS,
                ...overview.map((user) => COLUMNS.map((name) => cell(user[name]))),
            ]);
        },
    }),
];
