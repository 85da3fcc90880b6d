import { type Route, route } from '../../../http/route/route.ts';
import type { Services } from '../../../services.ts';
import { NewConstraint } from './constraint.schemas.ts';
import { checkConstraint } from './constraint-rules.ts';

export const constraintRoutes = ({ db }: Services): Route[] => [
    route({
        method: 'POST',
        path: '/api/admin/constraints/validate',
        operationId: 'validateConstraint',
        summary: 'Validate a constraint',
        tag: 'Strategies',
        access: 'authenticated',
        body: NewConstraint,
        leavesNoEvent: true,
        responds: { status: 204 },
        handler: ({ body }) => checkConstraint(db, body),
    }),
];
