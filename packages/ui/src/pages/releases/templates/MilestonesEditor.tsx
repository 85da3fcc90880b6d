import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { lazyComponent } from '../../../components/layout/lazy.tsx';
import { useSegments } from '../../segments/segment.queries.ts';
import type { Draft } from '../../strategies/draft.ts';
import { StrategySentence } from '../../strategies/Sentence.tsx';
import { ConditionFields } from '../conditions/ConditionFields.tsx';
import { describeCondition } from '../conditions/condition.ts';
import classes from './MilestonesEditor.module.css';
import {
    draftOfTemplate,
    type MilestoneDraft,
    type MilestoneProblems,
    movedMilestone,
    problemsOfMilestones,
    rolloutDraft,
    withMilestone,
    withoutMilestone,
} from './template-draft.ts';

const StrategyDrawer = lazyComponent(() => import('../../strategies/StrategyDrawer.tsx'), 'StrategyDrawer');

interface Props {
    milestones: readonly MilestoneDraft[];
    onChange: (milestones: MilestoneDraft[]) => void;
    /** The project whose segments and context fields can be used; undefined for those of all projects. */
    projectId: string | undefined;
    showsProblems: boolean;
    isReadOnly?: boolean;
}

/** A strategy that is open in its editor. */
interface Opened {
    milestone: string;
    /** The position; undefined for a new strategy. */
    position?: number;
}

/** The milestones of a template in their order, with what happens between them. */
export function MilestonesEditor({ milestones, onChange, projectId, showsProblems, isReadOnly = false }: Props) {
    const [opened, setOpened] = useState<Opened>();
    const problems = showsProblems ? problemsOfMilestones(milestones) : new Map<string, MilestoneProblems>();
    const change = (key: string, members: Partial<MilestoneDraft>) =>
        onChange(milestones.map((each) => (each.key === key ? { ...each, ...members } : each)));
    const openedMilestone = milestones.find(({ key }) => key === opened?.milestone);

    function save(strategy: Draft) {
        if (!openedMilestone || !opened) return;
        const { strategies } = openedMilestone;
        change(openedMilestone.key, {
            strategies:
                opened.position === undefined ? [...strategies, strategy] : strategies.with(opened.position, strategy),
        });
    }

    return (
        <section aria-label="Milestones">
            <ol className={classes['milestones']}>
                {milestones.map((milestone, place) => (
                    <li key={milestone.key}>
                        <Milestone
                            milestone={milestone}
                            place={place}
                            count={milestones.length}
                            problems={problems.get(milestone.key) ?? {}}
                            isReadOnly={isReadOnly}
                            onChange={(members) => change(milestone.key, members)}
                            onMove={(by) => onChange(movedMilestone(milestones, milestone.key, by))}
                            onRemove={() => onChange(withoutMilestone(milestones, milestone.key))}
                            onOpen={(position) =>
                                setOpened({ milestone: milestone.key, ...(position !== undefined && { position }) })
                            }
                        />
                        {place < milestones.length - 1 && (
                            <Between>
                                {isReadOnly ? (
                                    <Text size="xs">
                                        {milestone.condition
                                            ? `Next ${describeCondition(milestone.condition)}`
                                            : 'Somebody starts the next milestone'}
                                    </Text>
                                ) : (
                                    <ConditionFields
                                        label={`After ${milestone.name || `milestone ${place + 1}`}`}
                                        value={milestone.condition}
                                        onChange={(condition) => change(milestone.key, { condition })}
                                        error={problems.get(milestone.key)?.condition}
                                    />
                                )}
                            </Between>
                        )}
                    </li>
                ))}
            </ol>
            {!isReadOnly && (
                <Button
                    variant="default"
                    mt="sm"
                    leftSection={<IconPlus size={15} />}
                    onClick={() => onChange(withMilestone(milestones))}
                >
                    Add milestone
                </Button>
            )}
            {opened && openedMilestone && (
                <Suspense fallback={null}>
                    <StrategyDrawer
                        title={`${opened.position === undefined ? 'Add strategy' : 'Edit strategy'} in ${openedMilestone.name || 'a milestone'}`}
                        projectId={projectId ?? ''}
                        environment={{ name: '', type: '' }}
                        start={openedMilestone.strategies[opened.position ?? -1] ?? rolloutDraft(100)}
                        isNew={opened.position === undefined}
                        canChooseType={opened.position === undefined}
                        defaultStickiness="default"
                        savesIn="template"
                        warning=""
                        save={{
                            isPending: false,
                            isSuccess: false,
                            error: undefined,
                            mutate: (body, { onSuccess }) => {
                                save(draftOfTemplate(body));
                                onSuccess();
                            },
                        }}
                        onClose={() => setOpened(undefined)}
                    />
                </Suspense>
            )}
        </section>
    );
}

const Between = ({ children }: { children: ReactNode }) => <div className={classes['between']}>{children}</div>;

interface MilestoneProps {
    milestone: MilestoneDraft;
    place: number;
    count: number;
    problems: MilestoneProblems;
    isReadOnly: boolean;
    onChange: (members: Partial<MilestoneDraft>) => void;
    onMove: (by: 1 | -1) => void;
    onRemove: () => void;
    /** Opens a strategy, or a new one. */
    onOpen: (position?: number) => void;
}

function Milestone(props: MilestoneProps) {
    const { milestone, place, count, problems, isReadOnly, onChange, onMove, onRemove, onOpen } = props;
    const { data: segments = [] } = useSegments();
    const title = milestone.name || `milestone ${place + 1}`;
    return (
        <section className={classes['milestone']} aria-label={title}>
            <Group gap={6} wrap="nowrap" align="flex-start">
                <span className={classes['number']} aria-hidden="true">
                    {place + 1}
                </span>
                <TextInput
                    aria-label={`Name of milestone ${place + 1}`}
                    placeholder="For example, 10% or staff"
                    flex={1}
                    maxLength={255}
                    readOnly={isReadOnly}
                    value={milestone.name}
                    onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
                    error={problems.name}
                />
                {!isReadOnly && (
                    <Group gap={2} wrap="nowrap">
                        <ActionIcon
                            size={32}
                            aria-label={`Move ${title} up`}
                            disabled={place === 0}
                            onClick={() => onMove(-1)}
                        >
                            <IconArrowUp size={16} />
                        </ActionIcon>
                        <ActionIcon
                            size={32}
                            aria-label={`Move ${title} down`}
                            disabled={place === count - 1}
                            onClick={() => onMove(1)}
                        >
                            <IconArrowDown size={16} />
                        </ActionIcon>
                        <ActionIcon size={32} aria-label={`Remove ${title}`} onClick={onRemove}>
                            <IconTrash size={16} />
                        </ActionIcon>
                    </Group>
                )}
            </Group>
            <ul className={classes['strategies']}>
                {milestone.strategies.map((strategy, position) => (
                    // Strategies of a template have no identity but their position.
                    // biome-ignore lint/suspicious/noArrayIndexKey: see above
                    <li key={position}>
                        <div>
                            {strategy.title && <b>{strategy.title}</b>}
                            <StrategySentence strategy={strategy} segments={segments} linksSegments />
                        </div>
                        {!isReadOnly && (
                            <Group gap={2} wrap="nowrap">
                                <ActionIcon
                                    size={32}
                                    aria-label={`Edit strategy ${position + 1} of ${title}`}
                                    onClick={() => onOpen(position)}
                                >
                                    <IconPencil size={15} />
                                </ActionIcon>
                                <ActionIcon
                                    size={32}
                                    aria-label={`Remove strategy ${position + 1} of ${title}`}
                                    onClick={() =>
                                        onChange({ strategies: milestone.strategies.toSpliced(position, 1) })
                                    }
                                >
                                    <IconTrash size={15} />
                                </ActionIcon>
                            </Group>
                        )}
                    </li>
                ))}
            </ul>
            {problems.strategies && (
                <Text size="xs" c="var(--mantine-color-error)" role="alert">
                    {problems.strategies}
                </Text>
            )}
            {!isReadOnly && (
                <Button
                    size="xs"
                    variant="subtle"
                    leftSection={<IconPlus size={14} />}
                    onClick={() => onOpen()}
                    aria-label={`Add strategy to ${title}`}
                >
                    Add strategy
                </Button>
            )}
        </section>
    );
}
