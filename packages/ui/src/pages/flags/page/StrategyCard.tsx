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
import { useChangeBlock } from '../../../api/connection.ts';
import type { Flag, Strategy } from '../../../api/types.ts';
import { PermissionControl, PermissionMenuItem } from '../../../components/access/PermissionControl.tsx';
import { Diff } from '../../../components/diff/Diff.tsx';
import type { Sortable } from '../../../components/lists/SortableList.tsx';
import { useMayChange } from '../../change-requests/approvals/use-protection.ts';
import { StrategyBadges } from '../../change-requests/lists/PendingBadge.tsx';
import { touchingStrategy } from '../../change-requests/lists/pending.ts';
import type { ListedChangeRequest } from '../../change-requests/request/change-request.queries.ts';
import { useApplySteps } from '../../effects/apply-steps.queries.ts';
import { stepTarget, turnOnOption, turnOnStep, type WhatIfProposal } from '../../effects/what-if.queries.ts';
import { useSegments } from '../../segments/segment.queries.ts';
import { draftOf, toBody } from '../../strategies/draft.ts';
import { useReview } from '../../strategies/Review.tsx';
import type { ReviewedChange } from '../../strategies/reviewed-change.ts';
import { StrategySentence } from '../../strategies/Sentence.tsx';
import { useRemoveStrategy, useSaveStrategy } from '../../strategies/strategy.queries.ts';
import { WeightBar } from '../../strategies/WeightBar.tsx';
import type { FlagEnvironmentOfType } from '../flag-requests.ts';
import { isOnlyEnabledStrategy } from '../flag-state.ts';
import classes from './EnvironmentPanel.module.css';

/** The reason why an archived flag cannot be changed. */
export const ARCHIVED = 'The flag is archived.';

interface Props {
    at: FlagEnvironmentOfType;
    flag: Flag;
    strategy: Strategy;
    /** The pending changes of the flag in this environment. */
    pending: readonly ListedChangeRequest[];
    isFirst: boolean;
    isOnly: boolean;
    /** Undefined if it cannot be moved (yet). */
    sortable: Sortable | undefined;
    onEdit: () => void;
}

/** A strategy as a sentence, with its actions. */
export function StrategyCard({ at, flag, strategy, pending, isFirst, isOnly, sortable, onEdit }: Props) {
    const { data: segments = [] } = useSegments();
    const mayChange = useMayChange(at.projectId);
    const scope = { project: at.projectId, environment: at.environment };
    const isBlocked = useChangeBlock() !== undefined;
    const mayUpdate = mayChange('UPDATE_FEATURE_STRATEGY', at.environment) && !flag.archived && !isBlocked;
    const save = useSaveStrategy(at);
    const remove = useRemoveStrategy(at);
    const others = flag.environments.filter(({ name }) => name !== at.environment);
    const { change, dialog } = useReview(at.projectId);
    const before = toBody(draftOf(strategy));
    const proposing = (step: WhatIfProposal['steps'][number]) => ({ project: at.projectId, steps: [step] });
    const about = `This changes who gets ${flag.name} in ${at.environment}.`;
    const turnsOff = isOnlyEnabledStrategy(flag, at.environment, strategy.id);

    function toggle() {
        const body = { ...before, disabled: !strategy.disabled };
        change(at.type, {
            title: `${strategy.disabled ? 'Enable' : 'Disable'} this strategy in ${at.environment}?`,
            about,
            verb: strategy.disabled ? 'Enable strategy' : 'Disable strategy',
            isSmall: !turnsOff,
            proposal: proposing({ ...stepTarget(at), action: 'updateStrategy', payload: { ...body, id: strategy.id } }),
            difference: (
                <Diff
                    before={{ disabled: before.disabled, ...(turnsOff && { [flag.name]: 'on' }) }}
                    after={{ disabled: body.disabled, ...(turnsOff && { [flag.name]: 'off' }) }}
                />
            ),
            run: (mode) => save.mutate({ strategyId: strategy.id, body, before }, { mode }),
        });
    }

    function drop() {
        change(at.type, {
            title: `Delete this strategy in ${at.environment}?`,
            about,
            verb: 'Delete strategy',
            isDangerous: true,
            proposal: proposing({ ...stepTarget(at), action: 'deleteStrategy', payload: { id: strategy.id } }),
            difference: (
                <Diff
                    before={{ ...before, ...(turnsOff && { [flag.name]: 'on' }) }}
                    after={turnsOff ? { [flag.name]: 'off' } : {}}
                />
            ),
            // The position is included for undo.
            run: (mode) =>
                remove.mutate(
                    { strategyId: strategy.id, before: { ...before, sortOrder: strategy.sortOrder } },
                    { mode },
                ),
        });
    }

    const grip = !isOnly && mayUpdate && (
        <button type="button" className={classes['grip']} aria-label="Drag to reorder" {...sortable?.grip}>
            <IconGripVertical size={14} />
        </button>
    );
    return (
        <li className={classes['strategy']} data-disabled={strategy.disabled || undefined} {...sortable?.item}>
            {!isFirst && <span className={classes['or']}>or</span>}
            {!strategy.title && grip}
            <div className={classes['top']} data-untitled={!strategy.title || undefined}>
                {strategy.title && grip}
                {strategy.title && (
                    <Text size="sm" fw={600} truncate title={strategy.title}>
                        {strategy.title}
                    </Text>
                )}
                {strategy.disabled && (
                    <Badge size="xs" color="gray">
                        disabled
                    </Badge>
                )}
                <StrategyBadges requests={touchingStrategy(pending, strategy.id)} />
                <div className={classes['actions']}>
                    <PermissionControl
                        to="UPDATE_FEATURE_STRATEGY"
                        {...scope}
                        unless={flag.archived ? ARCHIVED : undefined}
                    >
                        <ActionIcon size="sm" aria-label="Edit strategy" onClick={onEdit}>
                            <IconPencil size={15} />
                        </ActionIcon>
                    </PermissionControl>
                    <Menu>
                        <Menu.Target>
                            <ActionIcon size="sm" aria-label="More for this strategy">
                                <IconDotsVertical size={15} />
                            </ActionIcon>
                        </Menu.Target>
                        <Menu.Dropdown>
                            <PermissionMenuItem
                                to="UPDATE_FEATURE_STRATEGY"
                                {...scope}
                                unless={flag.archived ? ARCHIVED : undefined}
                                leftSection={
                                    strategy.disabled ? <IconPlayerPlay size={15} /> : <IconPlayerPause size={15} />
                                }
                                onClick={toggle}
                            >
                                {strategy.disabled ? 'Enable' : 'Disable'}
                            </PermissionMenuItem>
                            {others.map(({ name, type, enabled }) => (
                                <CopyTo
                                    key={name}
                                    at={{ ...at, environment: name, type }}
                                    isOff={!enabled}
                                    strategy={strategy}
                                    change={(reviewed) => change(type, reviewed)}
                                />
                            ))}
                            <Menu.Divider />
                            <PermissionMenuItem
                                to="DELETE_FEATURE_STRATEGY"
                                {...scope}
                                color="red"
                                leftSection={<IconTrash size={15} />}
                                onClick={drop}
                            >
                                Delete
                            </PermissionMenuItem>
                        </Menu.Dropdown>
                    </Menu>
                </div>
            </div>
            <div className={classes['sentence']}>
                <StrategySentence strategy={strategy} segments={segments} linksSegments />
            </div>
            {strategy.variants.length > 0 && <WeightBar variants={strategy.variants} />}
            {dialog}
        </li>
    );
}

interface CopyProps {
    at: FlagEnvironmentOfType;
    /** Whether the flag is off there. */
    isOff: boolean;
    strategy: Strategy;
    change: (reviewed: ReviewedChange) => void;
}

function CopyTo({ at, isOff, strategy, change }: CopyProps) {
    const save = useSaveStrategy(at);
    const apply = useApplySteps();
    const body = toBody(draftOf(strategy));
    const proposal: WhatIfProposal = {
        project: at.projectId,
        steps: [{ ...stepTarget(at), action: 'addStrategy', payload: body }],
    };
    const withTurnOn = { ...proposal, steps: [...proposal.steps, turnOnStep(at)] };
    const successMessage = `${at.featureName}: strategy copied, and turned on in ${at.environment}`;
    return (
        <PermissionMenuItem
            to="CREATE_FEATURE_STRATEGY"
            project={at.projectId}
            environment={at.environment}
            leftSection={<IconCopy size={15} />}
            onClick={() =>
                change({
                    title: `Copy this strategy to ${at.environment}?`,
                    about: `This changes who gets ${at.featureName} in ${at.environment}.`,
                    verb: `Copy to ${at.environment}`,
                    proposal,
                    ...(isOff && {
                        extended: {
                            ...turnOnOption(at),
                            proposal: withTurnOn,
                            run: (mode) =>
                                apply.mutateAsync(
                                    { ...withTurnOn, successMessage, isProduction: at.type === 'production' },
                                    { mode },
                                ),
                        },
                    }),
                    difference: <Diff before={{}} after={body} />,
                    run: (mode) => save.mutate({ body }, { mode }),
                })
            }
        >
            Copy to {at.environment}
        </PermissionMenuItem>
    );
}
