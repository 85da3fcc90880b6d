import { Type } from 'typebox';
import { listActions } from '../../changes/action-registry.ts';
import { URL_FRIENDLY } from '../../core/text/patterns.ts';

export const flagName = (description = 'The name of the flag') =>
    Type.String({ minLength: 1, maxLength: 100, pattern: URL_FRIENDLY, description });

export const project = Type.String({ minLength: 1, maxLength: 100, description: 'The id of the project' });

export const maybeProject = Type.Optional(
    Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'The id of its project; default: found by the name of the flag',
    }),
);

export const environment = Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'Name of the environment, such as development or production; get_flag lists those of a flag',
});

export const reason = Type.String({
    minLength: 1,
    maxLength: 400,
    description: 'Reason for the reviewers, stored in the audit log',
});

/** The names of the registered actions that agents may propose. */
export function agentAction() {
    const actions = listActions().filter(({ isForPeople }) => !isForPeople);
    const sentences = actions.map(({ name, says }) => `${name}: ${says.replace(/\{payload\.[^}]*\}/g, '…')}`);
    return Type.Enum(
        actions.map(({ name }) => name),
        {
            description: `The action; describe_action returns the schema of its payload. ${sentences.join('; ')}`,
        },
    );
}

export const payload = Type.Optional(
    Type.Unknown({
        description: 'Matches the schema that describe_action returns; {"enabled": true} for updateEnabled',
    }),
);

/** Maximum number of steps in a proposal of an agent, so that reviewers can read it. */
export const MAX_AGENT_STEPS = 20;
