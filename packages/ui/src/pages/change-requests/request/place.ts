import type { WhatIfProposal } from '../../effects/what-if.queries.ts';

/** Where a proposal changes something: in one environment, or, where it names none or several, in all of them. */
export function placeIn({ project, steps }: WhatIfProposal): { project: string; environment?: string | undefined } {
    const [environment, ...others] = new Set(steps.map((step) => step.environment));
    return { project, environment: others.length === 0 ? (environment ?? undefined) : undefined };
}
