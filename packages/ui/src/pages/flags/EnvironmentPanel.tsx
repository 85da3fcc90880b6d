import {
    closestCenter,
    DndContext,
    type DragEndEvent,
    KeyboardSensor,
    PointerSensor,
    useSensor,
    useSensors,
} from '@dnd-kit/core';
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { Flag, FlagEnvironment } from '../../api/types.ts';
import { Allowed } from '../../components/Allowed.tsx';
import { EnvironmentMark } from '../../components/SignalFlag.tsx';
import { When } from '../../components/time.tsx';
import { useReorderStrategies } from '../strategies/strategy.queries.ts';
import classes from './EnvironmentPanel.module.css';
import { EnvironmentSwitch } from './EnvironmentSwitch.tsx';
import type { FlagAt } from './flag.queries.ts';
import { ARCHIVED, StrategyCard } from './StrategyCard.tsx';

interface Props {
    at: FlagAt;
    flag: Flag;
    environment: FlagEnvironment;
    onAdd: () => void;
    onEdit: (strategyId: string) => void;
}

export function EnvironmentPanel({ at, flag, environment, onAdd, onEdit }: Props) {
    const { name, type, enabled, strategies, lastSeenAt } = environment;
    const there = { ...at, environment: name };
    const reorder = useReorderStrategies(there);
    const sensors = useSensors(
        useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
        useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
    );
    const ids = strategies.map(({ id }) => id);
    function drop({ active, over }: DragEndEvent) {
        if (!over || active.id === over.id) return;
        const rest = ids.filter((id) => id !== active.id);
        reorder.mutate({ ids: rest.toSpliced(ids.indexOf(String(over.id)), 0, String(active.id)), before: ids });
    }
    const isServing = enabled && strategies.some(({ disabled }) => !disabled);
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
                                last asked for <When at={lastSeenAt} size="xs" c="dimmed" />
                            </>
                        ) : (
                            'not asked for yet'
                        )}
                    </Text>
                </div>
                <EnvironmentSwitch
                    projectId={at.projectId}
                    featureName={at.featureName}
                    environment={name}
                    enabled={enabled}
                    isArchived={flag.archived}
                />
            </header>
            <div className={classes['body']}>
                {strategies.length === 0 ? (
                    <Text size="sm" c="dimmed" className={classes['none'] ?? ''}>
                        No strategies. Turned on, it is on for everyone; add a strategy to choose who gets it.
                    </Text>
                ) : (
                    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}>
                        <SortableContext items={ids} strategy={verticalListSortingStrategy}>
                            <ol className={classes['strategies']}>
                                {strategies.map((strategy, index) => (
                                    <StrategyCard
                                        key={strategy.id}
                                        at={there}
                                        flag={flag}
                                        strategy={strategy}
                                        isFirst={index === 0}
                                        isOnly={strategies.length === 1}
                                        onEdit={() => onEdit(strategy.id)}
                                    />
                                ))}
                            </ol>
                        </SortableContext>
                    </DndContext>
                )}
                <Allowed
                    to="CREATE_FEATURE_STRATEGY"
                    project={at.projectId}
                    environment={name}
                    unless={flag.archived ? ARCHIVED : undefined}
                >
                    <Button variant="default" size="xs" leftSection={<IconPlus size={14} />} onClick={onAdd}>
                        Add strategy
                    </Button>
                </Allowed>
            </div>
        </section>
    );
}
