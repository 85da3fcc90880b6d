import { Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Constraint, Segment } from '../../api/types.ts';
import { Diff } from '../../components/diff/Diff.tsx';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { required } from '../../components/forms/rules.ts';
import { useForm } from '../../components/forms/use-form.ts';
import { useApprovalFlow } from '../change-requests/approvals/use-approval-flow.tsx';
import { useProtected } from '../change-requests/approvals/use-protection.ts';
import { WhatIf } from '../effects/WhatIf.tsx';
import { useEnvironments } from '../environments/environment.queries.ts';
import { useProjects } from '../projects/project.queries.ts';
import { ConstraintList } from '../strategies/ConstraintList.tsx';
import { constraintGap } from '../strategies/constraint-gap.ts';
import { useSaveSegment, useSegmentUses } from './segment.queries.ts';

interface Props {
    /** Undefined to create a segment. */
    segment: Segment | undefined;
    /** The project of a new segment, if it is fixed. */
    projectId: string | undefined;
    onClose: () => void;
    /** Whether the page of a new segment is opened after it is created. */
    opensPage?: boolean;
}

interface Values {
    name: string;
    description: string;
    project: string;
    constraints: Constraint[];
}

const bodyOf = ({ name, description, project, constraints }: Values) => ({
    name,
    description: description || null,
    project: project || null,
    constraints,
});

const valuesOf = (segment: Segment | undefined, projectId = ''): Values => ({
    name: segment?.name ?? '',
    description: segment?.description ?? '',
    project: segment?.project ?? projectId,
    // In responses, the operator is any string.
    constraints: (segment?.constraints ?? []) as Constraint[],
});

const toOption = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name });

/** The editor of a segment. If it affects users in production, the effect is shown before saving. */
export function SegmentDialog({ segment, projectId, onClose, opensPage = false }: Props) {
    const save = useSaveSegment();
    const [showsGaps, setShowsGaps] = useState(false);
    const [isReviewing, setIsReviewing] = useState(false);
    const noticed = useReviewProject(segment);
    const { data: projects = [] } = useProjects();
    const start = valuesOf(segment, projectId);
    const form = useForm({
        values: start,
        validate: { name: required('Give it a name') },
        change: save,
        input: (values) => ({ id: segment?.id, ...bodyOf(values) }),
        sendBy: (send, { constraints }) => {
            if (constraints.some((constraint) => constraintGap(constraint) !== undefined)) setShowsGaps(true);
            else if (noticed && !isReviewing) setIsReviewing(true);
            else approvalFlow.make(send, onClose);
        },
        onSaved: (created, navigate) => {
            onClose();
            if (!created || !opensPage) return;
            void navigate({ to: '/segments/$segmentId', params: { segmentId: String(created.id) } });
        },
    });
    const proposed = {
        project: form.values.project || segment?.project || noticed?.project || '',
        steps: [{ action: 'updateSegment' as const, payload: { id: segment?.id ?? 0, ...bodyOf(form.values) } }],
    };
    // A segment has no environment.
    const approvalFlow = useApprovalFlow(noticed && { project: proposed.project }, proposed);
    return (
        <FormDialog
            {...form.dialog}
            title={segment ? `Edit ${segment.name}` : 'New segment'}
            size="lg"
            isSteady
            onClose={onClose}
            onBack={isReviewing ? () => setIsReviewing(false) : undefined}
            submit={noticed && !isReviewing ? 'Review' : segment ? approvalFlow.verb('Save') : 'Create segment'}
            {...(isReviewing && { alternatives: approvalFlow.alternatives })}
            isBusy={form.isBusy || approvalFlow.isBusy}
            isDisabled={isReviewing && !approvalFlow.isWhole}
            error={form.error ?? approvalFlow.error}
        >
            <UseNotice flags={segment?.usedInFeatures ?? 0} />
            {segment && noticed && isReviewing ? (
                <>
                    {approvalFlow.notice}
                    <WhatIf
                        change={proposed}
                        base={approvalFlow.base}
                        isSending={save.isPending}
                        otherwise={<Diff before={bodyOf(start)} after={bodyOf(form.values)} />}
                    />
                    {approvalFlow.fields}
                </>
            ) : (
                <>
                    <TextInput label="Name" data-autofocus {...form.field('name')} />
                    <TextInput label="Description" {...form.field('description')} />
                    {!projectId && (
                        <Select
                            label="Project"
                            description="Only flags of this project may use it"
                            data={[{ value: '', label: 'All projects' }, ...projects.map(toOption)]}
                            {...form.field('project')}
                        />
                    )}
                    <Stack gap={4}>
                        <Text size="sm" fw={500}>
                            Users in this segment
                        </Text>
                        <ConstraintList
                            constraints={form.values.constraints}
                            onChange={(next) => form.edit('constraints', next)}
                            projectId={form.values.project || undefined}
                            showsGaps={showsGaps}
                        />
                    </Stack>
                </>
            )}
        </FormDialog>
    );
}

function UseNotice({ flags }: { flags: number }) {
    if (flags === 0) return null;
    return (
        <Text size="sm" c="dimmed">
            {flags} {flags === 1 ? 'flag uses' : 'flags use'} this segment; changes affect them immediately.
        </Text>
    );
}

/** Returns the project if a strategy of a production or protected environment uses the segment, or while that is not known. */
function useReviewProject(segment: Segment | undefined): { project: string } | undefined {
    const isUsed = (segment?.usedInFeatures ?? 0) > 0;
    const { data: uses } = useSegmentUses(segment?.id ?? 0, isUsed);
    const { data: environments } = useEnvironments();
    const project = segment?.project ?? uses?.[0]?.projectId ?? '';
    const guarded = useProtected({ project }, isUsed);
    if (!isUsed) return undefined;
    if (!uses || !environments) return { project: segment?.project ?? 'default' };
    const production = new Set(environments.filter(({ type }) => type === 'production').map(({ name }) => name));
    const use = uses.find(({ environment }) => production.has(environment) || guarded.includes(environment));
    return use && { project: use.projectId };
}
