import { configActions } from '../admin/catalogue/approval-rules/change-request-config.proposables.ts';
import { segmentActions } from '../admin/catalogue/segments/segment.proposables.ts';
import { experimentActions } from '../admin/experiments/experiments/experiment.proposables.ts';
import { dependencyActions } from '../admin/flags/dependencies/dependency.proposables.ts';
import { flagTagActions } from '../admin/flags/flag-tags/flag-tag.proposables.ts';
import { flagActions } from '../admin/flags/flags/flag.proposables.ts';
import { strategyActions } from '../admin/flags/strategies/strategy.proposables.ts';
import { variantActions } from '../admin/flags/variants/variant.proposables.ts';
import { planActions } from '../admin/releases/plans/plan.proposables.ts';
import { safeguardActions } from '../admin/releases/safeguards/safeguard.proposables.ts';

/** All actions that a proposal may contain, by their names in the API. */
export const ACTIONS = {
    ...flagActions,
    ...strategyActions,
    ...variantActions,
    ...dependencyActions,
    ...flagTagActions,
    ...segmentActions,
    ...configActions,
    ...planActions,
    ...safeguardActions,
    ...experimentActions,
};

export type ActionName = keyof typeof ACTIONS;
