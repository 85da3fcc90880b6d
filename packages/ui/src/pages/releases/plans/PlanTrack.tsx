import { UnstyledButton } from '@mantine/core';
import { IconCheck, IconClockPause, IconPlayerPause } from '@tabler/icons-react';
import { ago, dateTime } from '../../../components/time/time.tsx';
import { describeCondition, describeInterval } from '../conditions/condition.ts';
import classes from './PlanTrack.module.css';
import type { Milestone } from './plan.queries.ts';
import type { PlacedMilestone, PlanState } from './plan.ts';
import { timePassed } from './plan.ts';
import { startTime } from './plan-sentences.ts';

interface Props {
    label: string;
    placed: readonly PlacedMilestone<Milestone>[];
    state: PlanState;
    now: number;
    selected: string | undefined;
    onSelect: (id: string) => void;
}

/** The milestones of a plan as a line: what is done, what is active, and what starts when. */
export function PlanTrack({ label, placed, state, now, selected, onSelect }: Props) {
    return (
        <ol className={classes['track']} aria-label={label}>
            {placed.map((each) => {
                const { milestone } = each;
                return (
                    <li key={milestone.id} data-state={each.state} data-plan={state}>
                        <UnstyledButton
                            className={classes['milestone']}
                            aria-expanded={milestone.id === selected}
                            onClick={() => onSelect(milestone.id)}
                        >
                            <Mark placed={each} state={state} now={now} />
                            <span className={classes['words']}>
                                <b>{milestone.name}</b>
                                <small title={each.startsAt && startTime(each.startsAt)}>
                                    {wordsOf(each, state, now)}
                                </small>
                            </span>
                        </UnstyledButton>
                    </li>
                );
            })}
        </ol>
    );
}

const RADIUS = 12;
const AROUND = 2 * Math.PI * RADIUS;

function Mark({ placed: { milestone, state: milestoneState }, state, now }: MarkProps) {
    const passed = milestoneState === 'active' && state !== 'complete' ? timePassed(milestone, now) : undefined;
    const isStopped = milestoneState === 'active' && (state === 'paused' || state === 'off');
    return (
        <span className={classes['mark']} aria-hidden="true">
            {passed !== undefined && (
                <svg viewBox="0 0 28 28" aria-hidden="true">
                    <circle cx={14} cy={14} r={RADIUS} strokeDasharray={`${AROUND * passed} ${AROUND}`} />
                </svg>
            )}
            {milestoneState === 'done' || (milestoneState === 'active' && state === 'complete') ? (
                <IconCheck size={14} stroke={2.4} />
            ) : isStopped ? (
                <IconPlayerPause size={14} />
            ) : milestoneState === 'next' && state === 'held' ? (
                <IconClockPause size={14} />
            ) : (
                <i />
            )}
        </span>
    );
}

interface MarkProps {
    placed: PlacedMilestone<Milestone>;
    state: PlanState;
    now: number;
}

/** The state of a milestone in a few words. */
function wordsOf(
    { milestone, state: milestoneState, startsAt }: PlacedMilestone<Milestone>,
    state: PlanState,
    now: number,
) {
    if (milestoneState === 'done') return 'done';
    if (milestoneState === 'active') return activeWords(milestone, state, now);
    if (milestoneState === 'next' && state === 'held') return 'due, but held';
    if (state === 'paused' || state === 'off') return 'waits';
    if (startsAt) return Date.parse(startsAt) - now < DAY ? ago(startsAt) : dateTime(startsAt);
    if (milestoneState === 'next' && state === 'not started') return 'first';
    return milestoneState === 'next' && state === 'waiting' ? 'somebody starts it' : 'later';
}

const DAY = 86_400_000;

function activeWords({ startedAt, transitionCondition }: Milestone, state: PlanState, now: number): string {
    if (state === 'off') return 'off';
    if (state === 'paused') return 'active, paused';
    const passed = timePassed({ startedAt, transitionCondition } as Milestone, now);
    if (passed === undefined || state === 'complete' || passed === 1) {
        return transitionCondition && state !== 'complete'
            ? `active, next ${describeCondition(transitionCondition)}`
            : 'active';
    }
    const minutes = transitionCondition?.intervalMinutes ?? 0;
    return `active, ${share(passed)} of ${describeInterval(minutes)}`;
}

const share = (passed: number) => `${Math.floor(passed * 100)}%`;
