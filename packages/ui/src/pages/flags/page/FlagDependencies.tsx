import { ActionIcon, MultiSelect, Select, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Flag } from '../../../api/types.ts';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useApprovalFlow } from '../../change-requests/approvals/use-approval-flow.tsx';
import { useMayChange } from '../../change-requests/approvals/use-protection.ts';
import { WhatIf } from '../../effects/WhatIf.tsx';
import { useReview } from '../../strategies/Review.tsx';
import { useFlagExtras, useParentVariants, usePossibleParents } from '../flag-extras.queries.ts';
import type { FlagAt } from '../flag-requests.ts';
import { AddButton, FactBlock } from './FactBlock.tsx';
import classes from './FlagFacts.module.css';

interface Props {
    at: FlagAt;
    flag: Flag;
}

export function FlagDependencies({ at, flag }: Props) {
    const { depend, undepend } = useFlagExtras(at);
    const [opened, dialog] = useDisclosure();
    const parents = usePossibleParents(at, opened);
    const [feature, setFeature] = useState<string | null>(null);
    const [required, setRequired] = useState('on');
    const [variants, setVariants] = useState<string[]>([]);
    const [isReviewing, setIsReviewing] = useState(false);
    const { change, dialog: review } = useReview(at.projectId);
    const possible = useParentVariants({ projectId: at.projectId, featureName: feature ?? '' }, feature !== null);
    const choose = (name: string | null) => {
        setFeature(name);
        setVariants([]);
    };
    const dependency = { feature: feature ?? '', enabled: required === 'on', ...(required === 'on' && { variants }) };
    // In environments where the flag is off, a dependency has no effect.
    const isNoticed = flag.environments.some(({ type, enabled }) => enabled && type === 'production');
    const close = () => {
        choose(null);
        setRequired('on');
        setIsReviewing(false);
        dialog.close();
    };
    const mayUpdate = useMayChange(at.projectId)('UPDATE_FEATURE_DEPENDENCY');
    const proposed = {
        project: at.projectId,
        steps: [{ feature: at.featureName, action: 'addDependency' as const, payload: dependency }],
    };
    const approvalFlow = useApprovalFlow(opened ? { project: at.projectId } : undefined, proposed);
    const isEmpty = flag.dependencies.length + flag.children.length === 0;
    const isReviewed = isNoticed || approvalFlow.isProtected;
    return (
        <FactBlock
            title="Depends on"
            isEmpty={isEmpty}
            add={
                <AddButton
                    label="Add a dependency"
                    isLabelled={isEmpty}
                    onClick={dialog.open}
                    needs="UPDATE_FEATURE_DEPENDENCY"
                    project={at.projectId}
                />
            }
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
                                change(isNoticed ? 'production' : 'none', {
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
                                    run: (mode) => undepend.mutate(each, { mode }),
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
            <FormDialog
                title="Add a dependency"
                opened={opened}
                onClose={close}
                onBack={isReviewing ? () => setIsReviewing(false) : undefined}
                submit={isReviewed && !isReviewing ? 'Review' : approvalFlow.verb('Add dependency')}
                isDirty={feature !== null}
                {...(isReviewing && { size: 'lg' })}
                isBusy={depend.isPending || approvalFlow.isBusy}
                error={depend.error ?? approvalFlow.error}
                isDisabled={!feature || !approvalFlow.isWhole}
                onSubmit={() => {
                    if (isReviewed && !isReviewing) setIsReviewing(true);
                    else approvalFlow.make((mode) => depend.mutate(dependency, { mode, onSuccess: close }), close);
                }}
            >
                <Text size="sm" c="dimmed">
                    {at.featureName} is on only if its parent is in this state for the same user.
                </Text>
                {isReviewing ? (
                    <>
                        {approvalFlow.notice}
                        <WhatIf isSending={depend.isPending} change={proposed} base={approvalFlow.base} />
                        {approvalFlow.fields}
                    </>
                ) : (
                    <>
                        <Select
                            label="Parent flag"
                            searchable
                            data={parents.data ?? []}
                            value={feature}
                            onChange={choose}
                            nothingFoundMessage="No flag of this project can be a parent"
                        />
                        <Select
                            label="The parent must be"
                            data={[
                                { value: 'on', label: 'on' },
                                { value: 'off', label: 'off' },
                            ]}
                            value={required}
                            onChange={(value) => value && setRequired(value)}
                        />
                        {required === 'on' && possible.data && possible.data.length > 0 && (
                            <MultiSelect
                                label="With one of these variants"
                                placeholder={variants.length > 0 ? '' : 'Any'}
                                data={possible.data}
                                value={variants}
                                onChange={setVariants}
                            />
                        )}
                    </>
                )}
            </FormDialog>
            {review}
        </FactBlock>
    );
}

const FlagLink = ({ at, name }: { at: FlagAt; name: string }) => (
    <Link
        to="/projects/$projectId/features/$featureName"
        params={{ projectId: at.projectId, featureName: name }}
        className={classes['link']}
    >
        {name}
    </Link>
);
