import { ActionIcon, Group, Text } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { PermissionControl } from '../../../components/access/PermissionControl.tsx';
import { lazyComponent } from '../../../components/layout/lazy.tsx';
import { RelativeTime } from '../../../components/time/time.tsx';
import { stepTarget } from '../../effects/what-if.queries.ts';
import type { FlagEnvironmentOfType } from '../../flags/flag-requests.ts';
import { useReview } from '../../strategies/Review.tsx';
import { SafeguardBadge } from './SafeguardBadge.tsx';
import classes from './SafeguardCards.module.css';
import { type Safeguard, useDeleteSafeguard, useSafeguards } from './safeguard.queries.ts';
import { describeEvaluation, describeSafeguard } from './safeguard-sentences.ts';

const SafeguardDialog = lazyComponent(() => import('./SafeguardDialog.tsx'), 'SafeguardDialog');
const EvaluationChart = lazyComponent(() => import('./EvaluationChart.tsx'), 'EvaluationChart');

interface Props {
    at: FlagEnvironmentOfType;
    isArchived: boolean;
    /** Whether the dialog for a new safeguard is open. */
    isAdding: boolean;
    onAdded: () => void;
}

/** What watches a flag in an environment: the rule, its state, and what was measured. */
export function SafeguardCards({ at, isArchived, isAdding, onAdded }: Props) {
    const { data: safeguards } = useSafeguards(at);
    const [edited, setEdited] = useState<Safeguard>();
    const remove = useDeleteSafeguard(at);
    const { change, dialog } = useReview(at.projectId);
    const scope = {
        to: 'UPDATE_FEATURE_ENVIRONMENT',
        project: at.projectId,
        environment: at.environment,
        unless: isArchived ? 'The flag is archived.' : undefined,
    } as const;
    if (!safeguards) return null;

    function drop({ id, ...safeguard }: Safeguard) {
        change(at.type, {
            title: `Remove the safeguard from ${at.environment}?`,
            about: `From then on, nothing turns ${at.featureName} off when the ${describeSafeguard(safeguard)}.`,
            verb: 'Remove safeguard',
            isDangerous: true,
            proposal: {
                project: at.projectId,
                steps: [{ ...stepTarget(at), action: 'deleteFeatureEnvSafeguard', payload: { safeguardId: id } }],
            },
            run: (mode) => remove.mutateAsync({ safeguardId: id }, { mode }),
        });
    }

    return (
        <section className={classes['safeguards']} aria-label={`Safeguards in ${at.environment}`}>
            {safeguards.map((safeguard) => (
                <article key={safeguard.id} className={classes['card']} data-state={safeguard.state ?? 'none'}>
                    <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
                        <div className={classes['rule']}>
                            <SafeguardBadge state={safeguard.state} />
                            <Text size="sm" mt={4}>
                                Turns the flag off when the {describeSafeguard(safeguard)}.
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
                    {safeguard.evaluation && (
                        <Suspense fallback={<div className={classes['plot']} />}>
                            <EvaluationChart at={at} safeguard={safeguard} />
                        </Suspense>
                    )}
                </article>
            ))}
            {(edited || isAdding) && (
                <Suspense fallback={null}>
                    <SafeguardDialog
                        at={at}
                        safeguard={edited}
                        onClose={() => {
                            setEdited(undefined);
                            onAdded();
                        }}
                    />
                </Suspense>
            )}
            {dialog}
        </section>
    );
}
