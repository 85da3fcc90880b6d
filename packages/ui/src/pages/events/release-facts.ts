import type { Condition } from '../releases/conditions/condition.ts';
import { describeCondition } from '../releases/conditions/condition.ts';
import { asRecord, type EventContent, type Fact, list, text } from './reading.ts';

/** The facts of events about releases, whose content is in the format of API responses. */

/** The names of the milestones of a plan or template, in order. */
const path = (plan: unknown) =>
    list(asRecord(plan)['milestones'])
        .map((milestone) => text(asRecord(milestone)['name']))
        .join(' → ');

/** The name of a plan or template with its milestones. */
const described = (plan: unknown) => [text(asRecord(plan)['name']), path(plan)].filter(Boolean).join(': ');

const addedOrRemoved = ({ data, preData }: EventContent): Fact[] => [
    { ...(preData !== null && { before: described(preData) }), ...(data !== null && { after: described(data) }) },
];

const milestone = ({ data, preData }: EventContent): Fact[] => [
    {
        what: 'milestone',
        ...(preData !== null && { before: text(asRecord(preData)['milestoneName']) }),
        after: text(asRecord(data)['milestoneName']),
    },
];

const conditionOf = (progression: unknown) => {
    const condition = asRecord(progression)['transitionCondition'];
    return condition ? describeCondition(condition as Condition) : 'by a person';
};

const progression = ({ data, preData }: EventContent): Fact[] => [
    {
        what: 'next milestone',
        ...(preData !== null && { before: conditionOf(preData) }),
        after: data === null ? 'by a person' : conditionOf(data),
    },
];

const named = ({ data, preData }: EventContent): Fact[] => [{ after: text(asRecord(data ?? preData)['name']) }];

export const RELEASE_READERS = {
    'release-plan-template-created': addedOrRemoved,
    'release-plan-template-updated': addedOrRemoved,
    'release-plan-template-archived': named,
    'release-plan-template-deleted': named,
    'release-plan-added': addedOrRemoved,
    'release-plan-removed': addedOrRemoved,
    'release-plan-milestone-started': milestone,
    'release-plan-completed': named,
    'milestone-progression-created': progression,
    'milestone-progression-changed': progression,
    'milestone-progression-deleted': progression,
    'release-plan-progressions-paused': named,
    'release-plan-progressions-resumed': named,
};
