/** The access of agents that use the token of a user. Each level includes those before it. */
export const AGENT_ACCESS = ['off', 'read', 'propose', 'change'] as const;
export type AgentAccess = (typeof AGENT_ACCESS)[number];

export interface AgentsSetting {
    access: AgentAccess;
    /** Per user that agents act for, and per node. */
    callsPerHour: number;
    /** Per user that agents act for, for all nodes together. */
    changesPerHour: number;
}

/** The default until an administrator changes it. */
export const AGENTS_READ: AgentsSetting = { access: 'read', callsPerHour: 1_000, changesPerHour: 50 };

/** Returns the lower of two access levels. */
export const lesserAccess = (left: AgentAccess, right: AgentAccess): AgentAccess =>
    AGENT_ACCESS.indexOf(left) < AGENT_ACCESS.indexOf(right) ? left : right;

export const includesAccess = (granted: AgentAccess, needed: AgentAccess): boolean =>
    lesserAccess(granted, needed) === needed;
