import type { Static, TObject } from 'typebox';
import type { AgentAccess } from '../core/settings/agents-setting.ts';
import type { Agent } from './agent.ts';

interface Declared<I extends TObject> {
    name: string;
    title: string;
    /** For the model: what the tool does, when to use it, and what it returns. */
    description: string;
    input: I;
    /** The agent access that the tool requires. */
    needs: Exclude<AgentAccess, 'off'>;
    /** Whether the tool may delete data. */
    isDestructive?: boolean;
    /** Whether a repeated call has no further effect. */
    isIdempotent?: boolean;
    run(input: Static<I>, agent: Agent): Promise<object>;
}

/** A tool of an agent. */
export type Tool = Declared<TObject>;

/** Declares a tool; its input is validated against its schema. */
export const tool = <I extends TObject>(declared: Declared<I>): Tool => declared as unknown as Tool;

/** The tool in the format of the protocol. The annotations are hints; permissions are checked elsewhere. */
export const toListedTool = ({ name, title, description, input, needs, isDestructive, isIdempotent }: Tool) => ({
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
