import { invalid } from '../../../core/errors/errors.ts';
import type { NewTemplateMilestone } from '../templates/template.schemas.ts';
import type { NewReleasePlan } from './plan.schemas.ts';

const SHARES = [1, 10, 50, 100];
const DAY_MINUTES = 24 * 60;

type GradualOptions = NonNullable<NewReleasePlan['gradually']> & { featureName: string; defaultStickiness: string };

/** Returns milestones for growing shares of the users: who has the feature keeps it. */
export function gradualMilestones({
    percentages = SHARES,
    intervalMinutes = DAY_MINUTES,
    stickiness,
    featureName,
    defaultStickiness,
}: GradualOptions): NewTemplateMilestone[] {
    const isGrowing = percentages.every((share, index) => index === 0 || share > percentages[index - 1]!);
    if (!isGrowing || percentages.at(-1) !== 100) {
        throw invalid('The percentages must grow, and end with 100.', '/body/gradually/percentages');
    }
    return percentages.map((share, sortOrder) => ({
        name: share === 100 ? 'Everyone' : `${share}%`,
        sortOrder,
        strategies: [
            {
                name: 'flexibleRollout',
                parameters: {
                    ...{ rollout: String(share), groupId: featureName },
                    stickiness: stickiness ?? defaultStickiness,
                },
            },
        ],
        // Without a time, a user starts each milestone.
        ...(share !== 100 && intervalMinutes !== 0 && { transitionCondition: { intervalMinutes } }),
    }));
}
