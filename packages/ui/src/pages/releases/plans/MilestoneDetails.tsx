import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPencil, IconPlayerPlay, IconUsers } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { PermissionControl } from '../../../components/access/PermissionControl.tsx';
import { lazyComponent } from '../../../components/layout/lazy.tsx';
import { RelativeTime } from '../../../components/time/time.tsx';
import { stepTarget } from '../../effects/what-if.queries.ts';
import type { FlagEnvironmentOfType } from '../../flags/flag-requests.ts';
import { ARCHIVED } from '../../flags/page/StrategyCard.tsx';
import { useSegments } from '../../segments/segment.queries.ts';
import type { ReviewedChange } from '../../strategies/reviewed-change.ts';
import { StrategySentence } from '../../strategies/Sentence.tsx';
import { describeCondition } from '../conditions/condition.ts';
import classes from './PlanPanel.module.css';
import type { Milestone, MilestoneStrategy, Plan } from './plan.queries.ts';
import type { PlacedMilestone } from './plan.ts';
import type { usePlanChanges } from './plan-changes.tsx';

const WhatIf = lazyComponent(() => import('../../effects/WhatIf.tsx'), 'WhatIf');
const MilestoneStrategyEditor = lazyComponent(() => import('./MilestoneStrategyEditor.tsx'), 'MilestoneStrategyEditor');
const ProgressionDialog = lazyComponent(() => import('./ProgressionDialog.tsx'), 'ProgressionDialog');

interface Props {
    at: FlagEnvironmentOfType;
    plan: Plan;
    placed: PlacedMilestone<Milestone>;
    /** The milestone after it. */
    next: Milestone | undefined;
    isArchived: boolean;
    changes: ReturnType<typeof usePlanChanges>;
    review: (change: ReviewedChange) => void;
}

/** The strategies of a milestone, who they are for, and when the next one starts. */
export function MilestoneDetails({ at, plan, placed, next, isArchived, changes, review }: Props) {
    const { milestone, state } = placed;
    const { data: segments = [] } = useSegments();
    const [edited, setEdited] = useState<MilestoneStrategy>();
    const [isTimed, timed] = useDisclosure();
    const [showsUsers, users] = useDisclosure();
    const scope = {
        to: 'UPDATE_FEATURE_STRATEGY',
        project: at.projectId,
        environment: at.environment,
        unless: isArchived ? ARCHIVED : undefined,
    } as const;
    const strategies = milestone.strategies ?? [];
    return (
        <section className={classes['details']} aria-label={`Milestone ${milestone.name}`}>
            <Group justify="space-between" gap="xs" wrap="wrap" mb={8}>
                <Text size="xs" c="dimmed">
                    {milestone.startedAt ? (
                        <>
                            Started <RelativeTime at={milestone.startedAt} size="xs" c="dimmed" />
                        </>
                    ) : (
                        'Not started yet'
                    )}
                    {next &&
                        ` · “${next.name}” starts ${milestone.transitionCondition ? describeCondition(milestone.transitionCondition) : 'when somebody starts it'}`}
                </Text>
                <Group gap={6}>
                    {next && (
                        <PermissionControl {...scope}>
                            <Button size="xs" variant="default" onClick={timed.open}>
                                {milestone.transitionCondition ? 'Change automation' : 'Add automation'}
                            </Button>
                        </PermissionControl>
                    )}
                    <PermissionControl {...scope}>
                        <Button
                            size="xs"
                            variant="default"
                            leftSection={<IconPlayerPlay size={14} />}
                            onClick={() => review(changes.starting(milestone))}
                        >
                            {state === 'active' ? 'Restart' : state === 'done' ? 'Go back to it' : 'Start now'}
                        </Button>
                    </PermissionControl>
                </Group>
            </Group>
            <ol className={classes['strategies']}>
                {strategies.map((strategy, position) => (
                    <li key={strategy.id} data-disabled={strategy.disabled || undefined}>
                        <div>
                            {strategy.title && <b>{strategy.title}</b>}
                            <StrategySentence strategy={strategy} segments={segments} linksSegments />
                        </div>
                        <PermissionControl {...scope}>
                            <ActionIcon
                                size={32}
                                aria-label={`Edit strategy ${position + 1} of ${milestone.name}`}
                                onClick={() => setEdited(strategy)}
                            >
                                <IconPencil size={15} />
                            </ActionIcon>
                        </PermissionControl>
                    </li>
                ))}
            </ol>
            {state !== 'active' &&
                (showsUsers ? (
                    <Suspense fallback={null}>
                        <WhatIf
                            change={{
                                project: at.projectId,
                                steps: [
                                    {
                                        ...stepTarget(at),
                                        action: 'startMilestone',
                                        payload: { planId: plan.id, milestoneId: milestone.id },
                                    },
                                ],
                            }}
                            base={undefined}
                        />
                    </Suspense>
                ) : (
                    <Button
                        size="xs"
                        variant="subtle"
                        leftSection={<IconUsers size={14} />}
                        onClick={users.open}
                        aria-label={`Who is affected by ${milestone.name}`}
                    >
                        Who is affected
                    </Button>
                ))}
            {edited && (
                <Suspense fallback={null}>
                    <MilestoneStrategyEditor
                        at={at}
                        milestone={milestone}
                        strategy={edited}
                        isActive={state === 'active'}
                        onClose={() => setEdited(undefined)}
                    />
                </Suspense>
            )}
            {isTimed && next && (
                <Suspense fallback={null}>
                    <ProgressionDialog
                        milestone={milestone}
                        next={next}
                        onChoose={(condition) => {
                            timed.close();
                            review(changes.conditioning(milestone, next, condition));
                        }}
                        onClose={timed.close}
                    />
                </Suspense>
            )}
        </section>
    );
}
