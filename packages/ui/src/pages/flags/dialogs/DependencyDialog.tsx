import { MultiSelect, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useForm } from '../../../components/forms/use-form.ts';
import { useApprovalFlow } from '../../change-requests/approvals/use-approval-flow.tsx';
import { WhatIf } from '../../effects/WhatIf.tsx';
import { useFlagExtras, useParentVariants, usePossibleParents } from '../flag-extras.queries.ts';
import type { FlagAt } from '../flag-requests.ts';

interface Props {
    at: FlagAt;
    /** Whether the change affects users in production. */
    affectsProduction: boolean;
    onClose: () => void;
}

export function DependencyDialog({ at, affectsProduction, onClose }: Props) {
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
