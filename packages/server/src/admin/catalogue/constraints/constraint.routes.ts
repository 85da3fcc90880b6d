import type { Services } from '../../../app/services.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { NewConstraint } from './constraint.schemas.ts';
import { checkConstraint } from './constraint-rules.ts';

const route = routeWithTag('Strategies');

export const constraintRoutes = ({ db }: Services): Route[] => [
    route('POST /api/admin/constraints/validate', {
        operationId: 'validateConstraint',
        summary: 'Validate a constraint',
        access: 'authenticated',
        body: NewConstraint,
        leavesNoEvent: true,
        responds: { status: 204 },
        handler: ({ body }) => checkConstraint(db, body),
    }),
];
