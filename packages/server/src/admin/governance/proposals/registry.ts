import type { ProposableStep } from '../../../changes/proposable.ts';
import { configActions } from '../../catalogue/approval-rules/change-request-config.proposables.ts';
import { segmentActions } from '../../catalogue/segments/segment.proposables.ts';
import { dependencyActions } from '../../flags/dependencies/dependency.proposables.ts';
import { flagTagActions } from '../../flags/flag-tags/flag-tag.proposables.ts';
import { flagActions } from '../../flags/flags/flag.proposables.ts';
import { strategyActions } from '../../flags/strategies/strategy.proposables.ts';
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

/** The target of a step of any scope. */
export interface StepTarget {
    project: string;
    feature: string;
    environment: string;
}

/** The action is selected by name at run time, so the compiler cannot check the payload: the schema of the action did. */
export const actionNamed = (name: ActionName) =>
    ACTIONS[name] as unknown as { step(place: StepTarget, payload: unknown): ProposableStep };
