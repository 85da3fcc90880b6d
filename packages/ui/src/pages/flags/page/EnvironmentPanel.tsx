import { Button, Group, Text, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronRight, IconLock, IconPlus, IconStairs } from '@tabler/icons-react';
import { CatchBoundary } from '@tanstack/react-router';
import { Suspense, useId } from 'react';
import type { Flag, FlagEnvironment, Strategy } from '../../../api/types.ts';
import { PermissionControl } from '../../../components/access/PermissionControl.tsx';
import { lazyComponent } from '../../../components/layout/lazy.tsx';
import { Section } from '../../../components/layout/Section.tsx';
import { EnvironmentMark } from '../../../components/layout/SignalFlag.tsx';
import type { Sortable } from '../../../components/lists/SortableList.tsx';
import { RelativeTime } from '../../../components/time/time.tsx';
import { useProtected } from '../../change-requests/approvals/use-protection.ts';
import { PendingBadge } from '../../change-requests/lists/PendingBadge.tsx';
import { type ListedChangeRequest, useRequestsOfFlag } from '../../change-requests/request/change-request.queries.ts';
import { stepTarget } from '../../effects/what-if.queries.ts';
import { useSafeguards } from '../../releases/safeguards/safeguard.queries.ts';
import { useSegmentName, useSegments } from '../../segments/segment.queries.ts';
import { useReview } from '../../strategies/Review.tsx';
import { StrategySentence } from '../../strategies/Sentence.tsx';
import { useReorderStrategies } from '../../strategies/strategy.queries.ts';
import { environmentState } from '../environment-state.ts';
import type { FlagAt, FlagEnvironmentOfType } from '../flag-requests.ts';
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
    isInitiallyOpen: boolean;
    onAdd: () => void;
    onEdit: (strategyId: string) => void;
}

/** An environment as a row, which opens to show its strategies. */
export function EnvironmentPanel({ at, flag, environment, isInitiallyOpen, onAdd, onEdit }: Props) {
    const { name, type, enabled } = environment;
    const [isOpen, { toggle }] = useDisclosure(isInitiallyOpen);
    const contentId = useId();
    const { data: requests = [] } = useRequestsOfFlag(at.projectId, at.featureName);
    const pending = requests.filter((request) => request.environment === name);
    const isProtected = useProtected({ project: at.projectId, environment: name }).length > 0;
    const state = environmentState(environment, useSegmentName());
    return (
        <section
            className={classes['panel']}
            data-enabled={enabled || undefined}
            data-production={type === 'production' || undefined}
            aria-label={`Environment ${name}`}
        >
            <header className={classes['header']}>
                <IconChevronRight className={classes['chevron']} size={15} aria-hidden="true" data-open={isOpen} />
                <EnvironmentMark type={type} width={18} />
                <div>
                    <h2>
                        <button type="button" aria-expanded={isOpen} aria-controls={contentId} onClick={toggle}>
                            {name}
                        </button>
                    </h2>
                    <div className={classes['state']} title={state}>
                        {state} · <LastSeen at={environment.lastSeenAt} />
                    </div>
                </div>
                <PendingBadge requests={pending} flag={flag.name} />
                <div className={classes['usage']}>
                    {environment.lastSeenAt && <UsageLine at={at} environment={name} />}
                </div>
                <div className={classes['lock']}>
                    {isProtected && (
                        <Tooltip label="Changes need approval">
                            <IconLock size={12} aria-label="Changes need approval" role="img" />
                        </Tooltip>
                    )}
                </div>
                <EnvironmentSwitch flag={flag} environment={environment} />
            </header>
            <div id={contentId} hidden={!isOpen}>
                {isOpen && (
                    <EnvironmentContent
                        at={{ ...at, environment: name, type }}
                        flag={flag}
                        environment={environment}
                        pending={pending}
                        onAdd={onAdd}
                        onEdit={onEdit}
                    />
                )}
            </div>
        </section>
    );
}

function LastSeen({ at }: { at: string | null }) {
    if (at === null) return 'never evaluated';
    return (
        <>
            last evaluated <RelativeTime at={at} size="xs" c="dimmed" />
        </>
    );
}

interface ContentProps extends Pick<Props, 'flag' | 'environment' | 'onAdd' | 'onEdit'> {
    at: FlagEnvironmentOfType;
    pending: readonly ListedChangeRequest[];
}

/** The strategies of an environment, its safeguards, and the buttons that add them. */
function EnvironmentContent({ at, flag, environment, pending, onAdd, onEdit }: ContentProps) {
    const { enabled, strategies } = environment;
    const { openReview, dialog } = useReview(at.projectId);
    const [isReleasing, releasing] = useDisclosure();
    const [isGuarding, guarding] = useDisclosure();
    const hasSafeguards = (useSafeguards(at).data ?? []).length > 0;
    const adding = {
        to: 'CREATE_FEATURE_STRATEGY',
        project: at.projectId,
        environment: at.environment,
        unless: flag.archived ? ARCHIVED : undefined,
    } as const;
    const [plan] = environment.releasePlans;
    return (
        <div className={classes['body']}>
            {strategies.length > 0 ? (
                <Strategies at={at} flag={flag} strategies={strategies} pending={pending} onEdit={onEdit} />
            ) : (
                <Text size="sm" c="dimmed" className={classes['none'] ?? ''}>
                    {withoutStrategies(plan)}
                </Text>
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
                    <SafeguardCards at={at} isArchived={flag.archived} isAdding={isGuarding} onAdded={guarding.close} />
                </Section>
            )}
            {isReleasing && (
                <Suspense fallback={null}>
                    <ReleaseDialog
                        at={at}
                        isOn={enabled}
                        hasStrategies={strategies.length > 0}
                        review={openReview}
                        onClose={releasing.close}
                    />
                </Suspense>
            )}
            {dialog}
        </div>
    );
}

function withoutStrategies(plan: FlagEnvironment['releasePlans'][number] | undefined): string {
    if (!plan) return 'No strategies. When turned on, it is on for everyone. Add a strategy to choose who gets it.';
    const milestone = plan.milestones.find(({ id }) => id === plan.activeMilestoneId);
    return milestone
        ? `No strategies besides the release plan, whose milestone “${milestone.name}” is active.`
        : 'No strategies besides the release plan, whose first milestone starts when the flag is turned on.';
}

interface StrategiesProps extends Pick<ContentProps, 'at' | 'flag' | 'pending' | 'onEdit'> {
    strategies: readonly Strategy[];
}

/** The strategies in their order, which can be changed by dragging. */
function Strategies({ at, flag, strategies, pending, onEdit }: StrategiesProps) {
    const reorder = useReorderStrategies(at);
    const { change, dialog } = useReview(at.projectId);
    const ids = strategies.map(({ id }) => id);
    function confirmReorder(newOrder: string[]) {
        change(at.type, {
            title: `Reorder the strategies in ${at.environment}?`,
            about: 'If several strategies match, the variant comes from the first one.',
            verb: 'Reorder',
            isSmall: true,
            proposal: {
                project: at.projectId,
                steps: [
                    {
                        ...stepTarget(at),
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
            at={at}
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
    if (strategies.length === 1) return plain;
    // This list is replaced when the code has loaded. A menu or dialog that was open in it would vanish.
    const loading = (
        <div inert aria-busy="true">
            {plain}
        </div>
    );
    // Without the code, the strategies are shown in their order.
    return (
        <CatchBoundary getResetKey={() => 'strategies'} errorComponent={() => plain}>
            <Suspense fallback={loading}>
                <SortableList className={classes['strategies']} ids={ids} onOrder={confirmReorder}>
                    {(id, sortable) => {
                        const strategy = strategies.find((each) => each.id === id);
                        return strategy && card(strategy, sortable);
                    }}
                </SortableList>
            </Suspense>
            {dialog}
        </CatchBoundary>
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
