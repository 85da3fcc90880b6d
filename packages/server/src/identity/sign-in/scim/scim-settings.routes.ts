import { Type } from 'typebox';
import type { Services } from '../../../app/services.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { Body, Ignored } from '../../../http/route/schemas.ts';
import { changeScimSettings, replaceScimToken } from './scim-settings.commands.ts';

const route = routeWithTag('Sign-in settings');

const manageAdministrators = Type.Boolean({
    description:
        'Whether SCIM may manage administrators and groups with the Admin role; the SCIM token then has the power of an administrator',
});

const ScimSettings = Type.Object(
    {
        enabled: Type.Boolean({ description: 'Whether SCIM is enabled' }),
        hasToken: Type.Boolean({ description: 'Whether a SCIM token exists' }),
        manageAdministrators,
    },
    { $id: 'scimSettings' },
);
const ScimSettingsUpdate = Body(
    { enabled: Type.Boolean(), hasToken: Ignored(), manageAdministrators: Type.Optional(manageAdministrators) },
    { $id: 'scimSettingsUpdate' },
);
const ScimToken = Type.Object({ token: Type.String({ description: 'Returned only once' }) }, { $id: 'scimToken' });

export const scimSettingsRoutes = ({ write, settings }: Services): Route[] => {
    function current() {
        const { enabled, tokenHash, manageAdministrators } = settings.get('scim');
        return { enabled, hasToken: tokenHash !== '', manageAdministrators };
    }

    return [
        route('GET /api/admin/scim-settings', {
            operationId: 'getScimSettings',
            summary: 'Read the SCIM settings',
            access: 'ADMIN',
            responds: { status: 200, body: ScimSettings },
            handler: current,
        }),
        route('POST /api/admin/scim-settings', {
            operationId: 'setScimSettings',
            summary: 'Enable or disable SCIM',
            access: 'ADMIN',
            body: ScimSettingsUpdate,
            responds: { status: 200, body: ScimSettings },
            handler: async ({ actor, body }) => {
                await write(actor, changeScimSettings, body);
                return current();
            },
        }),
        route('POST /api/admin/scim-settings/generate-new-token', {
            operationId: 'generateScimToken',
            summary: 'Generate a new SCIM token',
            description: 'The previous token becomes invalid.',
            access: 'ADMIN',
            responds: { status: 200, body: ScimToken },
            handler: async ({ actor }, reply) => {
                reply.header('cache-control', 'no-store');
                return { token: await write(actor, replaceScimToken, undefined) };
            },
        }),
    ];
};
