import { Type } from 'typebox';
import { changeSetting } from '../admin/catalogue/instance-settings/settings.ts';
import type { Services } from '../app/services.ts';
import { AGENT_ACCESS } from '../core/settings/agents-setting.ts';
import { type Route, routeWithTag } from '../http/route/route.ts';
import { Body } from '../http/route/schemas.ts';

const route = routeWithTag('Agents');

const access = Type.Enum([...AGENT_ACCESS], {
    description:
        'Maximum access of agents. off: no access; read: read only; propose: also create flags (which are off) and propose changes; change: also make changes outside of production',
});
const perHour = (description: string) => Type.Integer({ minimum: 1, maximum: 1_000_000, description });

const members = {
    access,
    callsPerHour: perHour('Maximum number of tool calls per hour, per owner of a token and node'),
    changesPerHour: perHour('Maximum number of changes per hour, per owner of a token; a proposal counts as two'),
};

const AgentsSettings = Type.Object(members, { $id: 'agentsSettings' });

const NewAgentsSettings = Body(
    {
        access,
        callsPerHour: Type.Optional(members.callsPerHour),
        changesPerHour: Type.Optional(members.changesPerHour),
    },
    { $id: 'newAgentsSettings', description: 'Omitted numbers are kept' },
);

export const agentsSettingRoutes = ({ write, settings }: Services): Route[] => [
    route('GET /api/admin/agents', {
        operationId: 'getAgentsSettings',
        summary: 'Read the access settings of agents',
        access: 'authenticated',
        responds: { status: 200, body: AgentsSettings },
        handler: () => settings.get('agents'),
    }),
    route('PUT /api/admin/agents', {
        operationId: 'setAgentsSettings',
        summary: 'Change the access settings of agents',
        access: 'ADMIN',
        body: NewAgentsSettings,
        responds: { status: 204 },
        handler: ({ actor, body }) =>
            write(actor, changeSetting<'agents'>, { name: 'agents', content: { ...settings.get('agents'), ...body } }),
    }),
];
