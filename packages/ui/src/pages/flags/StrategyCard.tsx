import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ActionIcon, Badge, Menu, Text } from '@mantine/core';
import {
    IconCopy,
    IconDotsVertical,
    IconGripVertical,
    IconPencil,
    IconPlayerPause,
    IconPlayerPlay,
    IconTrash,
} from '@tabler/icons-react';
import type { Flag, Strategy } from '../../api/types.ts';
import { Allowed, AllowedItem } from '../../components/Allowed.tsx';
import { useMay } from '../../components/may.ts';
import { useSegments } from '../segments/segment.queries.ts';
import { draftOf, toBody } from '../strategies/draft.ts';
import { StrategySentence } from '../strategies/Sentence.tsx';
import { useRemoveStrategy, useSaveStrategy } from '../strategies/strategy.queries.ts';
import { WeightBar } from '../strategies/WeightBar.tsx';
import classes from './EnvironmentPanel.module.css';
import type { FlagAt } from './flag.queries.ts';

/** Why nothing about a flag can be changed. */
export const ARCHIVED = 'The flag is archived.';

interface Props {
    at: FlagAt & { environment: string };
    flag: Flag;
    strategy: Strategy;
    isFirst: boolean;
    isOnly: boolean;
    onEdit: () => void;
}

/** A strategy as a sentence, and what can be done with it. */
export function StrategyCard({ at, flag, strategy, isFirst, isOnly, onEdit }: Props) {
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
