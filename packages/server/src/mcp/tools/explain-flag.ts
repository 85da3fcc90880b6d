import { Type } from 'typebox';
import { Body, Dictionary } from '../../http/route/schemas.ts';
import { ToolRefusal } from '../agent.ts';
import { tool } from '../tool.ts';
import { projectOf } from './get-flag.ts';
import { environment, flagName, maybeProject } from './shapes.ts';

interface Evaluated {
    name: string;
    isEnabled: boolean;
    variant: { enabled: boolean } | null;
    strategies: { data: object[] };
    explanation: object;
}

const text = (description: string) => Type.Optional(Type.String({ maxLength: 500, description }));

export const explainFlag = tool({
    name: 'explain_flag',
    title: 'Explain an evaluation',
    description:
        'Evaluate a flag in an environment for one context (a user). Returns the result and the reasons: every strategy, constraint, segment and rollout bucket that was evaluated. Use it to answer "why does this user (not) see the feature?".',
    needs: 'read',
    input: Body({
        flag: flagName(),
        project: maybeProject,
        environment,
        context: Type.Optional(
            Body({
                userId: text('Id of the user'),
                sessionId: text('Id of the session'),
                remoteAddress: text('IP address of the user'),
                appName: text('Name of the application'),
                currentTime: Type.Optional(Type.String({ format: 'date-time', description: 'Default: now' })),
                properties: Type.Optional(Dictionary(Type.String({ maxLength: 500 }), { maxProperties: 50 })),
            }),
        ),
    }),
    async run({ flag, project, environment, context }, agent) {
        const projectId = project ?? (await projectOf(agent, flag));
        const { features } = await agent.request<{ features: Evaluated[] }>('POST', '/api/admin/playground', {
            body: { environment, projects: [projectId], context: { appName: 'agent', ...context } },
        });
        const evaluated = features.find(({ name }) => name === flag);
        if (!evaluated) throw new ToolRefusal(`There is no flag ${flag} in project ${projectId} in ${environment}.`);
        const { isEnabled, variant, explanation, strategies } = evaluated;
        return {
            flag,
            project: projectId,
            environment,
            enabled: isEnabled,
            variant: variant?.enabled ? variant : null,
            explanation,
            strategies: strategies.data,
        };
    },
});
