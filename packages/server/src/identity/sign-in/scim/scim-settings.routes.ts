import { Type } from 'typebox';
import { type Route, route } from '../../../http/route/route.ts';
import { Body, Ignored } from '../../../http/route/schemas.ts';
import type { Services } from '../../../services.ts';
import { changeScimSettings, replaceScimToken } from './scim-settings.commands.ts';

const tag = 'Sign-in settings';

const manageAdministrators = Type.Boolean({
    description:
        'Whether it may manage administrators, and groups that make people some; its token is then as good as theirs',
});

const ScimSettings = Type.Object(
    {
        enabled: Type.Boolean({ description: 'Whether a directory may manage users and groups' }),
        hasToken: Type.Boolean({ description: 'Whether there is a token for it' }),
        manageAdministrators,
    },
    { $id: 'scimSettings' },
);
const ScimSettingsUpdate = Body(
    { enabled: Type.Boolean(), hasToken: Ignored(), manageAdministrators: Type.Optional(manageAdministrators) },
    { $id: 'scimSettingsUpdate' },
);
const ScimToken = Type.Object({ token: Type.String({ description: 'Shown once' }) }, { $id: 'scimToken' });

export const scimSettingsRoutes = ({ write, settings }: Services): Route[] => {
    function current() {
        const { enabled, tokenHash, manageAdministrators } = settings.get('scim');
        return { enabled, hasToken: tokenHash !== '', manageAdministrators };
    }

    return [
        route({
            method: 'GET',
            path: '/api/admin/scim-settings',
            operationId: 'getScimSettings',
            summary: 'Whether a directory manages users and groups',
            tag,
            access: 'ADMIN',
            responds: { status: 200, body: ScimSettings },
            handler: current,
        }),
        route({
            method: 'POST',
            path: '/api/admin/scim-settings',
            operationId: 'setScimSettings',
            summary: 'Let a directory in, or not any more',
            tag,
            access: 'ADMIN',
            body: ScimSettingsUpdate,
            responds: { status: 200, body: ScimSettings },
            handler: async ({ actor, body }) => {
                await write(actor, changeScimSettings, body);
                return current();
            },
        }),
        route({
            method: 'POST',
            path: '/api/admin/scim-settings/generate-new-token',
            operationId: 'generateScimToken',
            summary: 'Make a new token for the directory',
            description: 'The one before it works no longer.',
            tag,
            access: 'ADMIN',
            responds: { status: 200, body: ScimToken },
            handler: async ({ actor }, reply) => {
                reply.header('cache-control', 'no-store');
                return { token: await write(actor, replaceScimToken, undefined) };
            },
        }),
    ];
};
