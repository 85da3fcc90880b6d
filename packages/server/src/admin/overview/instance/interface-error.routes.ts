import { Type } from 'typebox';
import type { Services } from '../../../app/services.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { Body, Nullable } from '../../../http/route/schemas.ts';

const route = routeWithTag('Instance');

const InterfaceError = Body(
    {
        errorMessage: Type.String({ minLength: 1, maxLength: 2_000 }),
        errorStack: Type.Optional(Nullable(Type.String({ maxLength: 20_000 }))),
    },
    { $id: 'interfaceError' },
);

export const interfaceErrorRoutes = ({ log }: Services): Route[] => [
    route('POST /api/admin/record-ui-error', {
        operationId: 'recordUiError',
        summary: 'Report an error of the user interface',
        description: 'The error is written to the log of the service.',
        access: 'authenticated',
        body: InterfaceError,
        leavesNoEvent: true,
        // The limit suffices for diagnosis and prevents a page in a loop from filling the disk.
        rateLimit: 20,
        responds: { status: 204 },
        handler: ({ actor, body }) =>
            log.warn(
                { report: { user: actor.name, message: body.errorMessage, stack: body.errorStack ?? null } },
                'the web interface failed',
            ),
    }),
];
