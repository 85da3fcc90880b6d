import { Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { Constraint, Segment } from '../../api/types.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import { useProjects } from '../projects/project.queries.ts';
import { ConstraintList } from '../strategies/ConstraintList.tsx';
import { constraintGap } from '../strategies/constraint-gap.ts';
import { useSaveSegment } from './segment.queries.ts';

interface Props {
    /** Undefined creates one. */
    segment: Segment | undefined;
    /** The project it belongs to, where that is no question. */
    projectId: string | undefined;
    onClose: () => void;
}

export function SegmentDialog({ segment, projectId, onClose }: Props) {
    const save = useSaveSegment();
    const { data: projects = [] } = useProjects();
    // The service answers operators as any text.
    const [constraints, setConstraints] = useState((segment?.constraints ?? []) as Constraint[]);
    const [showsGaps, setShowsGaps] = useState(false);
    const form = useForm({
        initialValues: {
            name: segment?.name ?? '',
            description: segment?.description ?? '',
            project: segment?.project ?? projectId ?? '',
        },
        validate: { name: (value) => (value.trim() ? null : 'Give it a name') },
    });
    const submit = form.onSubmit(({ name, description, project }) => {
        if (constraints.some((constraint) => constraintGap(constraint) !== undefined)) {
            setShowsGaps(true);
            return;
        }
        save.mutate(
            { id: segment?.id, name, description: description || null, project: project || null, constraints },
            { onSuccess: onClose },
        );
    });
    return (
        <FormDialog
            title={segment ? `Edit ${segment.name}` : 'New segment'}
            size="lg"
            opened
            onClose={onClose}
            onSubmit={submit}
            submit={segment ? 'Save' : 'Create segment'}
            isBusy={save.isPending}
            error={save.error}
        >
            {segment && (segment.usedInFeatures ?? 0) > 0 && (
                <Text size="sm" c="dimmed">
                    {segment.usedInFeatures} {segment.usedInFeatures === 1 ? 'flag uses' : 'flags use'} this segment; a
                    change reaches them at once.
                </Text>
            )}
            <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
            <TextInput label="Description" {...form.getInputProps('description')} />
            {!projectId && (
                <Select
                    label="Project"
                    description="Only flags of this project may use it"
                    data={[
                        { value: '', label: 'All projects' },
                        ...projects.map(({ id, name }) => ({ value: id, label: name })),
                    ]}
                    {...form.getInputProps('project')}
                />
            )}
            <Stack gap={4}>
                <Text size="sm" fw={500}>
                    Who belongs to it
                </Text>
                <ConstraintList
                    constraints={constraints}
                    onChange={setConstraints}
                    projectId={form.values.project || undefined}
                    showsGaps={showsGaps}
                />
            </Stack>
        </FormDialog>
    );
}
