import { Type } from 'typebox';
import { changeSetting } from '../admin/catalogue/instance-settings/settings.ts';
import { AGENT_ACCESS } from '../core/settings/agents-setting.ts';
import { type Route, route } from '../http/route/route.ts';
import { Body } from '../http/route/schemas.ts';
import type { Services } from '../services.ts';

const access = Type.Enum([...AGENT_ACCESS], {
    description:
        'What agents may do for those whose tokens they have. off: nothing; read: read; propose: also create flags, which are off, and propose changes; change: also change what is not production',
});
const perHour = (description: string) => Type.Integer({ minimum: 1, maximum: 1_000_000, description });

const members = {
    access,
    callsPerHour: perHour('Calls of tools in an hour, for each whom agents act for, at one node'),
    changesPerHour: perHour('Changes in an hour, for each whom agents act for; a proposal takes two'),
};

const AgentsSettings = Type.Object(members, { $id: 'agentsSettings' });

const NewAgentsSettings = Body(
    {
        access,
        callsPerHour: Type.Optional(members.callsPerHour),
        changesPerHour: Type.Optional(members.changesPerHour),
    },
    { $id: 'newAgentsSettings', description: 'Numbers that are left out stay as they are' },
);

export const agentsSettingRoutes = ({ write, settings }: Services): Route[] => [
    route({
        method: 'GET',
        path: '/api/admin/agents',
        operationId: 'getAgentsSettings',
        summary: 'What agents may do here',
        tag: 'Agents',
        access: 'authenticated',
        responds: { status: 200, body: AgentsSettings },
        handler: () => settings.get('agents'),
    }),
    route({
        method: 'PUT',
        path: '/api/admin/agents',
        operationId: 'setAgentsSettings',
        summary: 'Say what agents may do here',
        tag: 'Agents',
        access: 'ADMIN',
        body: NewAgentsSettings,
        responds: { status: 204 },
        handler: ({ actor, body }) =>
            write(actor, changeSetting<'agents'>, { name: 'agents', content: { ...settings.get('agents'), ...body } }),
    }),
];
