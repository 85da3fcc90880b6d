/** The parts of a strategy that SDKs do not receive: everything of a disabled one. */
export interface HiddenStrategy {
    id: string;
    /** The active milestone that the strategy belonged to. */
    milestoneId?: string;
    title?: string;
    disabled?: true;
    [member: string]: unknown;
}

/** An SDK definition with the additional data for explanations: the ids and titles of strategies, and the disabled ones. */
export function withHidden(definition: string, hidden: string | undefined): unknown {
    const visible = JSON.parse(definition);
    if (hidden === undefined) return visible;
    const strategies = (JSON.parse(hidden) as HiddenStrategy[]).map((strategy) =>
        strategy.disabled ? strategy : { ...visible.strategies.shift(), ...strategy },
    );
    return { ...visible, strategies };
}
