import { Body } from '../../http/route/schemas.ts';
import { tool } from '../tool.ts';
import { agentAction } from './shapes.ts';

interface Actions {
    actions: { name: string }[];
}

export const describeAction = () =>
    tool({
        name: 'describe_action',
        title: 'Describe an action',
        description:
            'Describe an action of what_if, propose_change and change_flag. Returns the JSON Schema of its payload and the permission that it requires.',
        needs: 'read',
        input: Body({ action: agentAction() }),
        async run({ action }, agent) {
            const { actions } = await agent.request<Actions>('GET', '/api/admin/proposals/actions');
            return { ...actions.find(({ name }) => name === action) };
        },
    });
