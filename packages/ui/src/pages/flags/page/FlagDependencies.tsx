import { ActionIcon, MultiSelect, Select, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Flag } from '../../../api/types.ts';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useForm } from '../../../components/forms/use-form.ts';
import { useApprovalFlow } from '../../change-requests/approvals/use-approval-flow.tsx';
import { useMayChange } from '../../change-requests/approvals/use-protection.ts';
import { WhatIf } from '../../effects/WhatIf.tsx';
import { useReview } from '../../strategies/Review.tsx';
import { useFlagExtras, useParentVariants, usePossibleParents } from '../flag-extras.queries.ts';
import type { FlagAt } from '../flag-requests.ts';
import { FactBlock } from './FactBlock.tsx';
import classes from './FlagFacts.module.css';

interface Props {
    at: FlagAt;
    flag: Flag;
}

export function FlagDependencies({ at, flag }: Props) {
    const { removeDependency } = useFlagExtras(at);
    const { change, dialog: review } = useReview(at.projectId);
    // In environments where the flag is off, a dependency has no effect.
    const affectsProduction = flag.environments.some(({ type, enabled }) => enabled && type === 'production');
    const mayUpdate = useMayChange(at.projectId)('UPDATE_FEATURE_DEPENDENCY');
    return (
        <FactBlock
            title="Depends on"
            isEmpty={flag.dependencies.length + flag.children.length === 0}
            add={{
                label: 'Add a dependency',
                needs: 'UPDATE_FEATURE_DEPENDENCY',
                project: at.projectId,
                dialog: (onClose) => (
                    <DependencyDialog at={at} affectsProduction={affectsProduction} onClose={onClose} />
                ),
            }}
        >
            {flag.dependencies.map((each) => (
                <div key={each.feature} className={classes['row']}>
                    <span>
                        <FlagLink at={at} name={each.feature} /> {each.enabled ? 'on' : 'off'}
                        {each.variants && each.variants.length > 0 && ` (${each.variants.join(', ')})`}
                    </span>
                    {mayUpdate && (
                        <ActionIcon
                            size="xs"
                            aria-label={`Remove the dependency on ${each.feature}`}
                            onClick={() =>
                                change(affectsProduction ? 'production' : 'none', {
                                    title: `Remove the dependency on ${each.feature}?`,
                                    about: `${at.featureName} no longer depends on ${each.feature}.`,
                                    verb: 'Remove dependency',
                                    proposal: {
                                        project: at.projectId,
                                        steps: [
                                            {
                                                feature: at.featureName,
                                                action: 'deleteDependency',
                                                payload: { feature: each.feature },
                                            },
                                        ],
                                    },
                                    run: (mode) => removeDependency.mutate(each, { mode }),
                                })
                            }
                        >
                            <IconX size={13} />
                        </ActionIcon>
                    )}
                </div>
            ))}
            {flag.children.length > 0 && (
                <Text size="xs" c="dimmed" component="div" mt={6}>
                    Needed by{' '}
                    {flag.children.map((name, index) => (
                        <span key={name}>
                            {index > 0 && ', '}
                            <FlagLink at={at} name={name} />
                        </span>
                    ))}
                </Text>
            )}
            {review}
        </FactBlock>
    );
}

interface DialogProps {
    at: FlagAt;
    /** Whether the change affects users in production. */
    affectsProduction: boolean;
    onClose: () => void;
}

function DependencyDialog({ at, affectsProduction, onClose }: DialogProps) {
    const { depend } = useFlagExtras(at);
    const parents = usePossibleParents(at, true);
    const [isReviewing, setIsReviewing] = useState(false);
    const form = useForm({
        values: { feature: '', state: 'on', variants: [] as string[] },
        change: depend,
        input: toDependency,
        sendBy: (send) => {
            if (isReviewed && !isReviewing) setIsReviewing(true);
            else approvalFlow.make(send, onClose);
        },
        onSaved: onClose,
    });
    const { feature, state, variants } = form.values;
    const possible = useParentVariants({ projectId: at.projectId, featureName: feature }, feature !== '');
    const proposed = {
        project: at.projectId,
        steps: [{ feature: at.featureName, action: 'addDependency' as const, payload: toDependency(form.values) }],
    };
    const approvalFlow = useApprovalFlow({ project: at.projectId }, proposed);
    const isReviewed = affectsProduction || approvalFlow.isProtected;
    return (
        <FormDialog
            {...form.dialog}
            title="Add a dependency"
            onClose={onClose}
            onBack={isReviewing ? () => setIsReviewing(false) : undefined}
            submit={isReviewed && !isReviewing ? 'Review' : approvalFlow.verb('Add dependency')}
            {...(isReviewing && { size: 'lg' })}
            isBusy={form.isBusy || approvalFlow.isBusy}
            error={form.error ?? approvalFlow.error}
            isDisabled={!feature || !approvalFlow.isWhole}
        >
            <Text size="sm" c="dimmed">
                {at.featureName} is on only if its parent is in this state for the same user.
            </Text>
            {isReviewing ? (
                <>
                    {approvalFlow.notice}
                    <WhatIf isSending={form.isBusy} change={proposed} base={approvalFlow.base} />
                    {approvalFlow.fields}
                </>
            ) : (
                <>
                    <Select
                        label="Parent flag"
                        searchable
                        data={parents.data ?? []}
                        value={feature || null}
                        onChange={(name) => {
                            form.edit('feature', name ?? '');
                            form.edit('variants', []);
                        }}
                        nothingFoundMessage="No flag of this project can be a parent"
                    />
                    <Select label="The parent must be" data={['on', 'off']} {...form.field('state')} />
                    {state === 'on' && possible.data && possible.data.length > 0 && (
                        <MultiSelect
                            label="With one of these variants"
                            placeholder={variants.length > 0 ? '' : 'Any'}
                            data={possible.data}
                            {...form.field('variants')}
                        />
                    )}
                </>
            )}
        </FormDialog>
    );
}

const toDependency = ({ feature, state, variants }: { feature: string; state: string; variants: string[] }) => ({
    feature,
    enabled: state === 'on',
    ...(state === 'on' && { variants }),
});

const FlagLink = ({ at, name }: { at: FlagAt; name: string }) => (
    <Link
        to="/projects/$projectId/features/$featureName"
        params={{ projectId: at.projectId, featureName: name }}
        className={classes['link']}
    >
        {name}
    </Link>
);
