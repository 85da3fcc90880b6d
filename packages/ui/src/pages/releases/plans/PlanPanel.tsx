import { ActionIcon, Alert, Badge, Button, Group, Menu, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
    IconArrowBackUp,
    IconClockPause,
    IconDotsVertical,
    IconPlayerPause,
    IconPlayerPlay,
    IconShieldCheck,
    IconTimeline,
    IconTrash,
    IconUsers,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { PermissionControl, PermissionMenuItem } from '../../../components/access/PermissionControl.tsx';
import { lazyComponent } from '../../../components/layout/lazy.tsx';
import { Section } from '../../../components/layout/Section.tsx';
import { EnvironmentMark } from '../../../components/layout/SignalFlag.tsx';
import { Rows } from '../../../components/layout/States.tsx';
import type { FlagEnvironmentOfType } from '../../flags/flag-requests.ts';
import { ARCHIVED } from '../../flags/page/StrategyCard.tsx';
import { useReview } from '../../strategies/Review.tsx';
import { MilestoneDetails } from './MilestoneDetails.tsx';
import classes from './PlanPanel.module.css';
import { PlanTrack } from './PlanTrack.tsx';
import type { Milestone, Plan } from './plan.queries.ts';
import { activeIndex, type DueStep, type PlanState, placedMilestones, planState } from './plan.ts';
import { usePlanChanges } from './plan-changes.tsx';
import { nextStep, STATE_LABELS } from './plan-sentences.ts';
import { useNow } from './use-now.ts';

const ReleaseRehearsal = lazyComponent(() => import('../rehearsal/ReleaseRehearsal.tsx'), 'ReleaseRehearsal');
const SafeguardCards = lazyComponent(() => import('../safeguards/SafeguardCards.tsx'), 'SafeguardCards');
const PlanTimeline = lazyComponent(() => import('./PlanTimeline.tsx'), 'PlanTimeline');

interface Props {
    at: FlagEnvironmentOfType;
    plan: Plan;
    /** Whether the flag is on in the environment. */
    isOn: boolean;
    isArchived: boolean;
    due: DueStep | undefined;
}

/** The release of a flag in one environment: where it is, what happens next, and what somebody can do. */
export function PlanPanel({ at, plan, isOn, isArchived, due }: Props) {
    const now = useNow();
    const placed = placedMilestones(plan, { due });
    const state = planState(plan, { isOn, due });
    const active = activeIndex(plan);
    const [opened, setOpened] = useState<string>();
    const [showsTimeline, timeline] = useDisclosure();
    const [showsRehearsal, rehearsal] = useDisclosure();
    const [isGuarding, guarding] = useDisclosure();
    const changes = usePlanChanges(at, plan);
    const { openReview, dialog } = useReview(at.projectId);
    const shown = placed.find(({ milestone }) => milestone.id === opened);
    const scope = {
        project: at.projectId,
        environment: at.environment,
        unless: isArchived ? ARCHIVED : undefined,
    };
    const label = `Release in ${at.environment}`;
    return (
        <section className={classes['panel']} aria-label={label} data-type={at.type}>
            <header className={classes['header']}>
                <EnvironmentMark type={at.type} width={18} />
                <div className={classes['heading']}>
                    <h2>{label}</h2>
                    <Text size="xs" c="dimmed" truncate>
                        {plan.name}
                    </Text>
                </div>
                <Badge color={STATE_LABELS[state].color}>{STATE_LABELS[state].label}</Badge>
                <div className={classes['actions']}>
                    <Advance
                        placed={placed.map(({ milestone }) => milestone)}
                        active={active}
                        scope={scope}
                        onStart={(milestone) => openReview(changes.starting(milestone))}
                    />
                    <Menu>
                        <Menu.Target>
                            <ActionIcon size={32} variant="default" aria-label={`More for the ${label.toLowerCase()}`}>
                                <IconDotsVertical size={16} />
                            </ActionIcon>
                        </Menu.Target>
                        <Menu.Dropdown>
                            {(state === 'running' || state === 'held') && (
                                <PermissionMenuItem
                                    to="UPDATE_FEATURE_STRATEGY"
                                    {...scope}
                                    leftSection={<IconPlayerPause size={15} />}
                                    onClick={() => openReview(changes.pausing)}
                                >
                                    Pause
                                </PermissionMenuItem>
                            )}
                            <PermissionMenuItem
                                to="DELETE_FEATURE_STRATEGY"
                                {...scope}
                                color="red"
                                leftSection={<IconTrash size={15} />}
                                onClick={() => openReview(changes.removing)}
                            >
                                Remove plan
                            </PermissionMenuItem>
                        </Menu.Dropdown>
                    </Menu>
                </div>
            </header>
            <Notice
                state={state}
                action={
                    state === 'paused' && (
                        <PermissionControl to="UPDATE_FEATURE_STRATEGY" {...scope}>
                            <Button
                                size="xs"
                                leftSection={<IconPlayerPlay size={14} />}
                                onClick={() => openReview(changes.resuming)}
                            >
                                Resume
                            </Button>
                        </PermissionControl>
                    )
                }
            >
                {nextStep(plan, state, at.environment, due)}
            </Notice>
            {plan.warnings?.map((warning) => (
                <Alert key={warning} color="yellow" p="xs">
                    {warning}
                </Alert>
            ))}
            <PlanTrack
                label={`Milestones in ${at.environment}`}
                placed={placed}
                state={state}
                now={now}
                selected={opened}
                onSelect={(id) => setOpened(id === opened ? undefined : id)}
            />
            {shown && (
                <MilestoneDetails
                    key={shown.milestone.id}
                    at={at}
                    plan={plan}
                    placed={shown}
                    next={placed[placed.indexOf(shown) + 1]?.milestone}
                    isArchived={isArchived}
                    changes={changes}
                    review={openReview}
                />
            )}
            <Section fallback={null}>
                <SafeguardCards
                    at={at}
                    plan={{ id: plan.id, milestones: placed.map(({ milestone }) => milestone) }}
                    isArchived={isArchived}
                    isAdding={isGuarding}
                    onAdded={guarding.close}
                />
            </Section>
            <Group gap={4}>
                <Button
                    size="xs"
                    variant="subtle"
                    leftSection={<IconTimeline size={14} />}
                    aria-expanded={showsTimeline}
                    onClick={timeline.toggle}
                >
                    Timeline
                </Button>
                {!isArchived && (
                    <Button
                        size="xs"
                        variant="subtle"
                        leftSection={<IconUsers size={14} />}
                        aria-expanded={showsRehearsal}
                        onClick={rehearsal.toggle}
                    >
                        Rehearsal
                    </Button>
                )}
                <PermissionControl to="UPDATE_FEATURE_STRATEGY" {...scope}>
                    <Button
                        size="xs"
                        variant="subtle"
                        leftSection={<IconShieldCheck size={14} />}
                        onClick={guarding.open}
                    >
                        Add safeguard to the release
                    </Button>
                </PermissionControl>
            </Group>
            {showsTimeline && (
                <Section fallback={<Rows count={3} />}>
                    <PlanTimeline at={at} planId={plan.id} />
                </Section>
            )}
            {showsRehearsal && (
                <Section fallback={<Rows count={3} />}>
                    <section
                        className={classes['details']}
                        aria-label={`Rehearsal of the release in ${at.environment}`}
                    >
                        <ReleaseRehearsal
                            at={at}
                            plan={{ planId: plan.id }}
                            milestones={placed.map(({ milestone }) => milestone)}
                        />
                    </section>
                </Section>
            )}
            {dialog}
        </section>
    );
}

/** What happens next: a line, or a banner if somebody should know. */
function Notice({ state, action, children }: { state: PlanState; action: ReactNode; children: string }) {
    if (state !== 'paused' && state !== 'held') {
        return (
            <Text size="sm" className={classes['next'] ?? ''}>
                {children}
            </Text>
        );
    }
    return (
        <Alert
            color="brass"
            role="status"
            className={classes['notice'] ?? ''}
            icon={state === 'paused' ? <IconPlayerPause size={16} /> : <IconClockPause size={16} />}
            title={state === 'paused' ? 'This release is paused' : 'This release is held'}
        >
            <div className={classes['noticeBody']}>
                <span>{children}</span>
                {action}
            </div>
        </Alert>
    );
}

interface AdvanceProps {
    placed: readonly Milestone[];
    active: number;
    scope: { project: string; environment: string; unless: string | undefined };
    onStart: (milestone: Milestone) => void;
}

/** The next milestone, and the way back. */
function Advance({ placed, active, scope, onStart }: AdvanceProps) {
    const [previous, next] = [placed[active - 1], placed[active + 1]];
    return (
        <>
            {previous && (
                <PermissionControl to="UPDATE_FEATURE_STRATEGY" {...scope}>
                    <Button
                        size="xs"
                        variant="light"
                        color="red"
                        leftSection={<IconArrowBackUp size={14} />}
                        onClick={() => onStart(previous)}
                    >
                        Go back to {previous.name}
                    </Button>
                </PermissionControl>
            )}
            {next && (
                <PermissionControl to="UPDATE_FEATURE_STRATEGY" {...scope}>
                    <Button size="xs" leftSection={<IconPlayerPlay size={14} />} onClick={() => onStart(next)}>
                        {active < 0 ? 'Start' : 'Advance to'} {next.name}
                    </Button>
                </PermissionControl>
            )}
        </>
    );
}
