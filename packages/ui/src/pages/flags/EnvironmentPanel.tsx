import {
    closestCenter,
    DndContext,
    type DragEndEvent,
    KeyboardSensor,
    PointerSensor,
    useSensor,
    useSensors,
} from '@dnd-kit/core';
import {
    SortableContext,
    sortableKeyboardCoordinates,
    useSortable,
    verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ActionIcon, Badge, Button, Menu, Text } from '@mantine/core';
import {
    IconCopy,
    IconDotsVertical,
    IconGripVertical,
    IconPencil,
    IconPlayerPause,
    IconPlayerPlay,
    IconPlus,
    IconTrash,
} from '@tabler/icons-react';
import type { Flag, FlagEnvironment, Strategy } from '../../api/types.ts';
import { Allowed, AllowedItem } from '../../components/Allowed.tsx';
import { useMay } from '../../components/may.ts';
import { EnvironmentMark } from '../../components/SignalFlag.tsx';
import { When } from '../../components/time.tsx';
import { useSegments } from '../segments/segment.queries.ts';
import { draftOf, toBody } from '../strategies/draft.ts';
import { StrategySentence } from '../strategies/Sentence.tsx';
import { useRemoveStrategy, useReorderStrategies, useSaveStrategy } from '../strategies/strategy.queries.ts';
import { WeightBar } from '../strategies/WeightBar.tsx';
import classes from './EnvironmentPanel.module.css';
import { EnvironmentSwitch } from './EnvironmentSwitch.tsx';
import type { FlagAt } from './flag.queries.ts';

const ARCHIVED = 'The flag is archived.';

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

interface CardProps {
    at: FlagAt & { environment: string };
    flag: Flag;
    strategy: Strategy;
    isFirst: boolean;
    isOnly: boolean;
    onEdit: () => void;
}

function StrategyCard({ at, flag, strategy, isFirst, isOnly, onEdit }: CardProps) {
    const { data: segments = [] } = useSegments();
    const may = useMay();
    const scope = { project: at.projectId, environment: at.environment };
    const mayUpdate = may('UPDATE_FEATURE_STRATEGY', scope) && !flag.archived;
    const save = useSaveStrategy(at);
    const remove = useRemoveStrategy(at);
    const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({
        id: strategy.id,
        disabled: !mayUpdate || isOnly,
    });
    const others = flag.environments.filter(({ name }) => name !== at.environment);
    return (
        <li
            ref={setNodeRef}
            className={classes['strategy']}
            data-disabled={strategy.disabled || undefined}
            data-dragging={isDragging || undefined}
            style={{ transform: CSS.Translate.toString(transform), transition }}
        >
            {!isFirst && <span className={classes['or']}>or</span>}
            <div className={classes['top']} data-untitled={!strategy.title || undefined}>
                {!isOnly && mayUpdate && (
                    <button
                        type="button"
                        className={classes['grip']}
                        aria-label="Drag to reorder"
                        {...attributes}
                        {...listeners}
                    >
                        <IconGripVertical size={14} />
                    </button>
                )}
                {strategy.title && (
                    <Text size="sm" fw={600} truncate>
                        {strategy.title}
                    </Text>
                )}
                {strategy.disabled && (
                    <Badge size="xs" color="gray">
                        disabled
                    </Badge>
                )}
                <div className={classes['actions']}>
                    <Allowed to="UPDATE_FEATURE_STRATEGY" {...scope} unless={flag.archived ? ARCHIVED : undefined}>
                        <ActionIcon size="sm" aria-label="Edit strategy" onClick={onEdit}>
                            <IconPencil size={15} />
                        </ActionIcon>
                    </Allowed>
                    <Menu>
                        <Menu.Target>
                            <ActionIcon size="sm" aria-label="More for this strategy">
                                <IconDotsVertical size={15} />
                            </ActionIcon>
                        </Menu.Target>
                        <Menu.Dropdown>
                            <AllowedItem
                                to="UPDATE_FEATURE_STRATEGY"
                                {...scope}
                                unless={flag.archived ? ARCHIVED : undefined}
                                leftSection={
                                    strategy.disabled ? <IconPlayerPlay size={15} /> : <IconPlayerPause size={15} />
                                }
                                onClick={() =>
                                    save.mutate({
                                        strategyId: strategy.id,
                                        body: { ...toBody(draftOf(strategy)), disabled: !strategy.disabled },
                                        before: toBody(draftOf(strategy)),
                                    })
                                }
                            >
                                {strategy.disabled ? 'Enable' : 'Disable'}
                            </AllowedItem>
                            {others.map(({ name }) => (
                                <CopyTo key={name} at={{ ...at, environment: name }} strategy={strategy} />
                            ))}
                            <Menu.Divider />
                            <AllowedItem
                                to="DELETE_FEATURE_STRATEGY"
                                {...scope}
                                color="red"
                                leftSection={<IconTrash size={15} />}
                                onClick={() =>
                                    remove.mutate({ strategyId: strategy.id, before: toBody(draftOf(strategy)) })
                                }
                            >
                                Delete
                            </AllowedItem>
                        </Menu.Dropdown>
                    </Menu>
                </div>
            </div>
            <div className={classes['sentence']}>
                <StrategySentence strategy={strategy} segments={segments} />
            </div>
            {strategy.variants.length > 0 && <WeightBar variants={strategy.variants} />}
        </li>
    );
}

function CopyTo({ at, strategy }: { at: FlagAt & { environment: string }; strategy: Strategy }) {
    const save = useSaveStrategy(at);
    return (
        <AllowedItem
            to="CREATE_FEATURE_STRATEGY"
            project={at.projectId}
            environment={at.environment}
            leftSection={<IconCopy size={15} />}
            onClick={() => save.mutate({ body: toBody(draftOf(strategy)) })}
        >
            Copy to {at.environment}
        </AllowedItem>
    );
}
