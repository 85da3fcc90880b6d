import type { ProposableStep } from '../../../changes/proposable.ts';
import { configActions } from '../../catalogue/approval-rules/change-request-config.proposables.ts';
import { dependencyActions } from '../../flags/dependencies/dependency.proposables.ts';
import { flagActions } from '../../flags/flags/flag.proposables.ts';
import { segmentActions } from '../../catalogue/segments/segment.proposables.ts';
import { strategyActions } from '../../flags/strategies/strategy.proposables.ts';
import { flagTagActions } from '../../flags/flag-tags/flag-tag.proposables.ts';
import { variantActions } from '../../flags/variants/variant.proposables.ts';

/** Everything that a proposal may contain, by the name it has on the wire. */
export const ACTIONS = {
    ...flagActions,
    ...strategyActions,
    ...variantActions,
    ...dependencyActions,
    ...flagTagActions,
    ...segmentActions,
    ...configActions,
};

export type ActionName = keyof typeof ACTIONS;

export const ACTION_NAMES = Object.keys(ACTIONS) as ActionName[];

/** What a step names, whatever it is about. */
export interface StepTarget {
    project: string;
    feature: string;
    environment: string;
}

/** Where the name decides which action it is, the compiler cannot follow: the payload was checked by the schema of its action. */
export const actionNamed = (name: ActionName) =>
    ACTIONS[name] as unknown as { step(place: StepTarget, payload: unknown): ProposableStep };
