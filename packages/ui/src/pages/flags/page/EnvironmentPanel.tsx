import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus, IconStairs } from '@tabler/icons-react';
import { CatchBoundary } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { Flag, FlagEnvironment, Strategy } from '../../../api/types.ts';
import { PermissionControl } from '../../../components/access/PermissionControl.tsx';
import { lazyComponent } from '../../../components/layout/lazy.tsx';
import { Section } from '../../../components/layout/Section.tsx';
import { EnvironmentMark } from '../../../components/layout/SignalFlag.tsx';
import type { Sortable } from '../../../components/lists/SortableList.tsx';
import { RelativeTime } from '../../../components/time/time.tsx';
import { PendingBadge } from '../../change-requests/lists/PendingBadge.tsx';
import { useRequestsOfFlag } from '../../change-requests/request/change-request.queries.ts';
import { stepTarget } from '../../effects/what-if.queries.ts';
import { useSafeguards } from '../../releases/safeguards/safeguard.queries.ts';
import { useSegments } from '../../segments/segment.queries.ts';
import { useReview } from '../../strategies/Review.tsx';
import { StrategySentence } from '../../strategies/Sentence.tsx';
import { useReorderStrategies } from '../../strategies/strategy.queries.ts';
import type { FlagAt } from '../flag-requests.ts';
import { UsageLine } from '../usage/UsageLine.tsx';
import classes from './EnvironmentPanel.module.css';
import { EnvironmentSwitch } from './EnvironmentSwitch.tsx';
import { ARCHIVED, StrategyCard } from './StrategyCard.tsx';

const ReleaseDialog = lazyComponent(() => import('../../releases/plans/ReleaseDialog.tsx'), 'ReleaseDialog');
const SafeguardCards = lazyComponent(() => import('../../releases/safeguards/SafeguardCards.tsx'), 'SafeguardCards');
const SortableList = lazyComponent(() => import('../../../components/lists/SortableList.tsx'), 'SortableList');

interface Props {
    at: FlagAt;
    flag: Flag;
    environment: FlagEnvironment;
    onAdd: () => void;
    onEdit: (strategyId: string) => void;
}

export function EnvironmentPanel({ at, flag, environment, onAdd, onEdit }: Props) {
    const { name, type, enabled, strategies, lastSeenAt } = environment;
    const target = { ...at, environment: name, type };
    const reorder = useReorderStrategies(target);
    const { data: requests = [] } = useRequestsOfFlag(at.projectId, at.featureName);
    const pending = requests.filter((request) => request.environment === name);
    const { change, openReview, dialog } = useReview(at.projectId);
    const [isReleasing, releasing] = useDisclosure();
    const [isGuarding, guarding] = useDisclosure();
    const hasSafeguards = (useSafeguards(target).data ?? []).length > 0;
    const ids = strategies.map(({ id }) => id);
    function confirmReorder(newOrder: string[]) {
        change(type, {
            title: `Reorder the strategies in ${name}?`,
            about: 'If several strategies match, the variant comes from the first one.',
            verb: 'Reorder',
            isSmall: true,
            proposal: {
                project: at.projectId,
                steps: [
                    {
                        ...stepTarget(target),
                        action: 'reorderStrategy',
                        payload: newOrder.map((id, sortOrder) => ({ id, sortOrder })),
                    },
                ],
            },
            difference: <NewOrder ids={newOrder} strategies={strategies} />,
            run: (mode) => reorder.mutate({ ids: newOrder, before: ids }, { mode }),
        });
    }
    const card = (strategy: Strategy, sortable?: Sortable) => (
        <StrategyCard
            key={strategy.id}
            at={target}
            flag={flag}
            strategy={strategy}
            pending={pending}
            isFirst={strategy === strategies[0]}
            isOnly={strategies.length === 1}
            sortable={sortable}
            onEdit={() => onEdit(strategy.id)}
        />
    );
    const plain = <ol className={classes['strategies']}>{strategies.map((strategy) => card(strategy))}</ol>;
    const adding = {
        to: 'CREATE_FEATURE_STRATEGY',
        project: at.projectId,
        environment: name,
        unless: flag.archived ? ARCHIVED : undefined,
    } as const;
    // This list is replaced when the code has loaded. A menu or dialog that was open in it would vanish.
    const loading = (
        <div inert aria-busy="true">
            {plain}
        </div>
    );
    const [plan] = environment.releasePlans;
    const milestone = plan?.milestones.find(({ id }) => id === plan.activeMilestoneId);
    const isServing = enabled && [...strategies, ...(milestone?.strategies ?? [])].some(({ disabled }) => !disabled);
    return (
        <section className={classes['panel']} data-enabled={enabled || undefined} aria-label={`Environment ${name}`}>
            <header className={classes['header']}>
                <EnvironmentMark type={type} width={18} />
                <div>
                    <h2>{name}</h2>
                    <Text size="xs" c="dimmed" component="div">
                        {enabled ? (isServing ? 'On' : 'On, but no strategy applies') : 'Off for everyone'} ·{' '}
                        {lastSeenAt ? (
                            <>
                                last evaluated <RelativeTime at={lastSeenAt} size="xs" c="dimmed" />
                            </>
                        ) : (
                            'never evaluated'
                        )}
                    </Text>
                </div>
                {lastSeenAt && <UsageLine at={at} environment={name} />}
                <PendingBadge requests={pending} flag={flag.name} />
                <EnvironmentSwitch flag={flag} environment={environment} />
            </header>
            <div className={classes['body']}>
                {strategies.length === 1 ? (
                    plain
                ) : strategies.length === 0 ? (
                    <Text size="sm" c="dimmed" className={classes['none'] ?? ''}>
                        {plan
                            ? `No strategies besides the release plan${milestone ? `, whose milestone “${milestone.name}” is active` : ', whose first milestone starts when the flag is turned on'}.`
                            : 'No strategies. When turned on, it is on for everyone. Add a strategy to choose who gets it.'}
                    </Text>
                ) : (
                    // Without the code, the strategies are shown in their order.
                    <CatchBoundary getResetKey={() => 'strategies'} errorComponent={() => plain}>
                        <Suspense fallback={loading}>
                            <SortableList className={classes['strategies']} ids={ids} onOrder={confirmReorder}>
                                {(id, sortable) => {
                                    const strategy = strategies.find((each) => each.id === id);
                                    return strategy && card(strategy, sortable);
                                }}
                            </SortableList>
                        </Suspense>
                    </CatchBoundary>
                )}
                <Group gap={6}>
                    <PermissionControl {...adding}>
                        <Button variant="default" size="xs" leftSection={<IconPlus size={14} />} onClick={onAdd}>
                            Add strategy
                        </Button>
                    </PermissionControl>
                    {!plan && (
                        <PermissionControl {...adding}>
                            <Button
                                variant="default"
                                size="xs"
                                leftSection={<IconStairs size={14} />}
                                onClick={releasing.open}
                            >
                                Release in steps
                            </Button>
                        </PermissionControl>
                    )}
                    {!hasSafeguards && !isGuarding && (
                        <PermissionControl {...adding} to="UPDATE_FEATURE_ENVIRONMENT">
                            <Button variant="default" size="xs" onClick={guarding.open}>
                                Add safeguard
                            </Button>
                        </PermissionControl>
                    )}
                </Group>
                {(hasSafeguards || isGuarding) && (
                    <Section fallback={null}>
                        <SafeguardCards
                            at={target}
                            isArchived={flag.archived}
                            isAdding={isGuarding}
                            onAdded={guarding.close}
                        />
                    </Section>
                )}
            </div>
            {isReleasing && (
                <Suspense fallback={null}>
                    <ReleaseDialog
                        at={target}
                        isOn={enabled}
                        hasStrategies={strategies.length > 0}
                        review={openReview}
                        onClose={releasing.close}
                    />
                </Suspense>
            )}
            {dialog}
        </section>
    );
}

/** The strategies in the new order, each with its current position. */
function NewOrder({ ids, strategies }: { ids: string[]; strategies: readonly Strategy[] }) {
    const { data: segments = [] } = useSegments();
    return (
        <ol>
            {ids.map((id) => {
                const now = strategies.findIndex((strategy) => strategy.id === id);
                const strategy = strategies[now];
                return (
                    strategy && (
                        <li key={id}>
                            {strategy.title && <b>{strategy.title}</b>}
                            <StrategySentence strategy={strategy} segments={segments} />
                            {ids.indexOf(id) !== now && (
                                <Text size="xs" c="dimmed">
                                    now number {now + 1}
                                </Text>
                            )}
                        </li>
                    )
                );
            })}
        </ol>
    );
}
