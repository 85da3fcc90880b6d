import { Button, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPlus, IconTargetArrow } from '@tabler/icons-react';
import { useState } from 'react';
import type { Constraint, Segment } from '../../api/types.ts';
import { Allowed } from '../../components/Allowed.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { Page } from '../../components/Page.tsx';
import { RowActions } from '../../components/RowActions.tsx';
import { Empty, Loaded } from '../../components/States.tsx';
import { Table } from '../../components/Table.tsx';
import { Uses } from '../../components/Uses.tsx';
import { useProjects } from '../projects/project.queries.ts';
import { ConstraintList } from '../strategies/ConstraintList.tsx';
import { constraintGap } from '../strategies/operators.ts';
import { ConstraintText } from '../strategies/Sentence.tsx';
import { useDeleteSegment, useSaveSegment, useSegments, useSegmentUses } from './segment.queries.ts';

export function SegmentsPage() {
    const segments = useSegments();
    const remove = useDeleteSegment();
    const [edited, setEdited] = useState<Segment | 'new'>();
    const create = (
        <Allowed to="CREATE_SEGMENT">
            <Button leftSection={<IconPlus size={15} />} onClick={() => setEdited('new')}>
                New segment
            </Button>
        </Allowed>
    );
    return (
        <Page
            title="Segments"
            about="Groups of users, described once by constraints and used by the strategies of many flags."
            actions={create}
        >
            <Loaded query={segments}>
                {(list) =>
                    list.length === 0 ? (
                        <Empty title="No segments yet" icon={<IconTargetArrow size={22} />} action={create}>
                            When the same constraints stand in several strategies, such as “beta testers” or “Nordic
                            customers”, make them a segment: changed once, changed everywhere.
                        </Empty>
                    ) : (
                        <Table
                            label="Segments"
                            rows={list}
                            rowKey={({ id }) => id}
                            find={({ name, description }) => `${name} ${description ?? ''}`}
                            columns={[
                                {
                                    title: 'Name',
                                    isMain: true,
                                    width: '26%',
                                    sort: ({ name }) => name,
                                    cell: ({ name, description }) => (
                                        <div>
                                            <b>{name}</b>
                                            {description && (
                                                <Text size="xs" c="dimmed">
                                                    {description}
                                                </Text>
                                            )}
                                        </div>
                                    ),
                                },
                                { title: 'Who', cell: ({ constraints }) => <Who constraints={constraints} /> },
                                { title: 'Project', width: 120, cell: ({ project }) => project ?? 'all' },
                                {
                                    title: 'Used in',
                                    width: 110,
                                    sort: ({ usedInFeatures }) => usedInFeatures ?? 0,
                                    cell: ({ id, usedInFeatures = 0 }) => (
                                        <SegmentUses id={id} count={usedInFeatures} />
                                    ),
                                },
                                {
                                    title: 'Actions',
                                    isHiddenTitle: true,
                                    width: 80,
                                    cell: (segment) => (
                                        <RowActions
                                            name={`segment ${segment.name}`}
                                            edit={{
                                                needs: ['UPDATE_SEGMENT', 'UPDATE_PROJECT_SEGMENT'],
                                                action: () => setEdited(segment),
                                            }}
                                            locked={
                                                segment.usedInFeatures
                                                    ? 'Strategies use it: remove it from them first.'
                                                    : undefined
                                            }
                                            remove={{
                                                needs: ['DELETE_SEGMENT', 'UPDATE_PROJECT_SEGMENT'],
                                                action: () => remove.mutateAsync(segment),
                                                warning: 'No strategy uses it.',
                                            }}
                                        />
                                    ),
                                },
                            ]}
                        />
                    )
                }
            </Loaded>
            {edited && (
                <SegmentDialog segment={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
            )}
        </Page>
    );
}

function Who({ constraints }: { constraints: Segment['constraints'] }) {
    if (constraints.length === 0) return 'Everyone';
    return constraints.map((constraint, index) => (
        // Constraints have no identity, and are only shown here.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <span key={index}>
            {index > 0 && <b> and </b>}
            <ConstraintText constraint={constraint} />
        </span>
    ));
}

function SegmentUses({ id, count }: { id: number; count: number }) {
    const [isOpen, setIsOpen] = useState(false);
    return <Uses count={count} onOpen={() => setIsOpen(true)} list={isOpen ? <SegmentUseList id={id} /> : null} />;
}

function SegmentUseList({ id }: { id: number }) {
    const { data = [] } = useSegmentUses(id);
    return <Uses.List uses={data} />;
}

function SegmentDialog({ segment, onClose }: { segment: Segment | undefined; onClose: () => void }) {
    const save = useSaveSegment();
    const { data: projects = [] } = useProjects();
    // The service answers operators as any text.
    const [constraints, setConstraints] = useState((segment?.constraints ?? []) as Constraint[]);
    const [showsGaps, setShowsGaps] = useState(false);
    const form = useForm({
        initialValues: {
            name: segment?.name ?? '',
            description: segment?.description ?? '',
            project: segment?.project ?? '',
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
            <Select
                label="Project"
                description="Only flags of this project may use it"
                data={[
                    { value: '', label: 'All projects' },
                    ...projects.map(({ id, name }) => ({ value: id, label: name })),
                ]}
                {...form.getInputProps('project')}
            />
            <Stack gap={4}>
                <Text size="sm" fw={500}>
                    Who belongs to it
                </Text>
                <ConstraintList constraints={constraints} onChange={setConstraints} showsGaps={showsGaps} />
            </Stack>
        </FormDialog>
    );
}
