import type { Static, TObject } from 'typebox';
import type { AgentAccess } from '../core/settings/agents-setting.ts';
import type { Agent } from './agent.ts';

interface Declared<I extends TObject> {
    name: string;
    title: string;
    /** For the model: what it does, when to use it, and what comes back. */
    description: string;
    input: I;
    /** What agents must be allowed for it. */
    needs: Exclude<AgentAccess, 'off'>;
    /** It may take something away. */
    isDestructive?: boolean;
    /** Doing it again changes nothing more. */
    isIdempotent?: boolean;
    run(input: Static<I>, agent: Agent): Promise<object>;
}

/** One thing that an agent can do. */
export type Tool = Declared<TObject>;

/** Declares a tool; what it is given has been checked against its shape. */
export const tool = <I extends TObject>(declared: Declared<I>): Tool => declared as unknown as Tool;

/** As the protocol lists it. What is said of its nature are hints: what may be done is decided elsewhere. */
export const listed = ({ name, title, description, input, needs, isDestructive, isIdempotent }: Tool) => ({
    name,
    title,
    description,
    inputSchema: input,
    annotations: {
        title,
        readOnlyHint: needs === 'read',
        destructiveHint: isDestructive ?? false,
        idempotentHint: isIdempotent ?? needs === 'read',
        openWorldHint: false,
    },
});
