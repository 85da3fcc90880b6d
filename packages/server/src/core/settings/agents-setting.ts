/** What agents may do for those whose tokens they have. Each level includes those before it. */
export const AGENT_ACCESS = ['off', 'read', 'propose', 'change'] as const;
export type AgentAccess = (typeof AGENT_ACCESS)[number];

export interface AgentsSetting {
    access: AgentAccess;
    /** Per user that agents act for, and per node. */
    callsPerHour: number;
    /** Per user that agents act for, for all nodes together. */
    changesPerHour: number;
}

/** Until an administrator says otherwise. */
export const AGENTS_READ: AgentsSetting = { access: 'read', callsPerHour: 1_000, changesPerHour: 50 };

/** The lesser of two. */
export const lesserAccess = (one: AgentAccess, other: AgentAccess): AgentAccess =>
    AGENT_ACCESS.indexOf(one) < AGENT_ACCESS.indexOf(other) ? one : other;

export const includesAccess = (given: AgentAccess, needed: AgentAccess): boolean =>
    lesserAccess(given, needed) === needed;
