import { ActionIcon, Group, Text } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { PermissionControl } from '../../../components/access/PermissionControl.tsx';
import { lazyComponent } from '../../../components/layout/lazy.tsx';
import { RelativeTime } from '../../../components/time/time.tsx';
import { stepTarget } from '../../effects/what-if.queries.ts';
import type { FlagEnvironmentOfType } from '../../flags/flag-requests.ts';
import { useReview } from '../../strategies/Review.tsx';
import { ACTION_SENTENCES, type ComparedMilestone } from './comparison.ts';
import { SafeguardBadge } from './SafeguardBadge.tsx';
import classes from './SafeguardCards.module.css';
import { type Safeguard, useDeleteSafeguard, useSafeguards } from './safeguard.queries.ts';
import { describeEvaluation, describeSafeguard } from './safeguard-sentences.ts';

const SafeguardDialog = lazyComponent(() => import('./SafeguardDialog.tsx'), 'SafeguardDialog');
const PlanSafeguardDialog = lazyComponent(() => import('./PlanSafeguardDialog.tsx'), 'PlanSafeguardDialog');
const EvaluationChart = lazyComponent(() => import('./EvaluationChart.tsx'), 'EvaluationChart');

interface Props {
    at: FlagEnvironmentOfType;
    isArchived: boolean;
    /** The plan that is watched; undefined: the flag, whatever releases it. */
    plan?: { id: string; milestones: readonly ComparedMilestone[] } | undefined;
    /** Whether the dialog for a new safeguard is open. */
    isAdding: boolean;
    onAdded: () => void;
}

/** What watches a flag in an environment: the rule, its state, and what was measured. */
export function SafeguardCards({ at, plan, isArchived, isAdding, onAdded }: Props) {
    const watched = { ...at, planId: plan?.id };
    const { data: safeguards } = useSafeguards(watched);
    const [edited, setEdited] = useState<Safeguard>();
    const remove = useDeleteSafeguard(watched);
    const { change, dialog } = useReview(at.projectId);
    const scope = {
        to: plan ? 'UPDATE_FEATURE_STRATEGY' : 'UPDATE_FEATURE_ENVIRONMENT',
        project: at.projectId,
        environment: at.environment,
        unless: isArchived ? 'The flag is archived.' : undefined,
    } as const;
    if (!safeguards) return null;
    const close = () => {
        setEdited(undefined);
        onAdded();
    };

    function drop({ id, ...safeguard }: Safeguard) {
        change(at.type, {
            title: `Remove the safeguard ${plan ? 'of the release in' : 'from'} ${at.environment}?`,
            about: plan
                ? `From then on, nothing stops the release when the ${describeSafeguard(safeguard)}.`
                : `From then on, nothing turns ${at.featureName} off when the ${describeSafeguard(safeguard)}.`,
            verb: 'Remove safeguard',
            isDangerous: true,
            proposal: {
                project: at.projectId,
                steps: [
                    plan
                        ? {
                              ...stepTarget(at),
                              action: 'deleteReleasePlanSafeguard',
                              payload: { planId: plan.id, safeguardId: id },
                          }
                        : { ...stepTarget(at), action: 'deleteFeatureEnvSafeguard', payload: { safeguardId: id } },
                ],
            },
            run: (mode) => remove.mutateAsync({ safeguardId: id }, { mode }),
        });
    }

    return (
        <section
            className={classes['safeguards']}
            aria-label={plan ? `Safeguards of the release in ${at.environment}` : `Safeguards in ${at.environment}`}
        >
            {safeguards.map((safeguard) => (
                <article key={safeguard.id} className={classes['card']} data-state={safeguard.state ?? 'none'}>
                    <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
                        <div className={classes['rule']}>
                            <SafeguardBadge state={safeguard.state} />
                            <Text size="sm" mt={4}>
                                {ACTION_SENTENCES[safeguard.action.type]} when the {describeSafeguard(safeguard)}.
                            </Text>
                        </div>
                        <Group gap={2} wrap="nowrap">
                            <PermissionControl {...scope}>
                                <ActionIcon size={32} aria-label="Edit safeguard" onClick={() => setEdited(safeguard)}>
                                    <IconPencil size={15} />
                                </ActionIcon>
                            </PermissionControl>
                            <PermissionControl {...scope}>
                                <ActionIcon size={32} aria-label="Remove safeguard" onClick={() => drop(safeguard)}>
                                    <IconTrash size={15} />
                                </ActionIcon>
                            </PermissionControl>
                        </Group>
                    </Group>
                    <Text size="xs" c="dimmed">
                        {describeEvaluation(safeguard)}
                        {safeguard.checkedAt && (
                            <>
                                {' '}
                                Checked <RelativeTime at={safeguard.checkedAt} size="xs" c="dimmed" />
                            </>
                        )}
                    </Text>
                    {safeguard.hold && (
                        <Text size="sm" c="brass">
                            Holds the release: {safeguard.hold}
                        </Text>
                    )}
                    {safeguard.evaluation && (
                        <Suspense fallback={<div className={classes['plot']} />}>
                            <EvaluationChart at={watched} safeguard={safeguard} />
                        </Suspense>
                    )}
                </article>
            ))}
            {(edited || isAdding) && (
                <Suspense fallback={null}>
                    {plan ? (
                        <PlanSafeguardDialog
                            at={{ ...at, planId: plan.id }}
                            milestones={plan.milestones}
                            safeguard={edited}
                            onClose={close}
                        />
                    ) : (
                        <SafeguardDialog at={at} safeguard={edited} onClose={close} />
                    )}
                </Suspense>
            )}
            {dialog}
        </section>
    );
}
