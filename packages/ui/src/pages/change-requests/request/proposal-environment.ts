import type { WhatIfProposal } from '../../effects/what-if.queries.ts';

/** Returns the environment of a proposal; undefined (all environments) if it contains none or several. */
export function proposalEnvironment({ project, steps }: WhatIfProposal): {
    project: string;
    environment?: string | undefined;
} {
    const [environment, ...others] = new Set(steps.map((step) => step.environment));
    return { project, environment: others.length === 0 ? (environment ?? undefined) : undefined };
}
