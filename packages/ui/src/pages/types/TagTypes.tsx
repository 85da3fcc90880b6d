import { Button, ColorInput, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { Schemas } from '../../api/types.ts';
import { PermissionControl } from '../../components/access/PermissionControl.tsx';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { NameInput } from '../../components/forms/NameInput.tsx';
import { QueryContent } from '../../components/layout/States.tsx';
import { RowActions } from '../../components/lists/RowActions.tsx';
import { Table } from '../../components/lists/Table.tsx';
import { useTagTypes } from '../flags/flag-extras.queries.ts';
import { TypeSection } from './TypeSection.tsx';
import classes from './Types.module.css';
import { useDeleteTagType, useSaveTagType } from './type.queries.ts';

type TagType = Schemas['tagType'];

export function TagTypes() {
    const types = useTagTypes();
    const remove = useDeleteTagType();
    const [edited, setEdited] = useState<TagType | 'new'>();
    return (
        <TypeSection
            title="Tag types"
            about="Tags group flags across projects; integrations can filter by them."
            action={
                <PermissionControl to="CREATE_TAG_TYPE">
                    <Button variant="default" leftSection={<IconPlus size={15} />} onClick={() => setEdited('new')}>
                        New tag type
                    </Button>
                </PermissionControl>
            }
        >
            <QueryContent query={types}>
                {(list) => (
                    <Table
                        label="Tag types"
                        rows={list}
                        rowKey={({ name }) => name}
                        columns={[
                            {
                                title: 'Name',
                                isMain: true,
                                width: 170,
                                cell: ({ name, color }) => (
                                    <Group gap={8}>
                                        <span
                                            className={classes['swatch']}
                                            style={{ background: color ?? 'var(--h-line)' }}
                                        />
                                        <b>{name}</b>
                                    </Group>
                                ),
                            },
                            { title: 'Description', cell: ({ description }) => description },
                        ]}
                        actions={(type) => (
                            <RowActions
                                name={`tag type ${type.name}`}
                                edit={{ needs: 'UPDATE_TAG_TYPE', action: () => setEdited(type) }}
                                locked={type.name === 'simple' ? 'The default type cannot be deleted.' : undefined}
                                remove={{
                                    needs: 'DELETE_TAG_TYPE',
                                    action: () => remove.mutateAsync(type.name),
                                    warning: 'All tags of this type are removed from their flags.',
                                }}
                            />
                        )}
                        actionsWidth={80}
                    />
                )}
            </QueryContent>
            {edited && (
                <TagTypeDialog type={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
            )}
        </TypeSection>
    );
}

function TagTypeDialog({ type, onClose }: { type: TagType | undefined; onClose: () => void }) {
    const save = useSaveTagType();
    const form = useForm({
        initialValues: { name: type?.name ?? '', description: type?.description ?? '', color: type?.color ?? '' },
        validate: { name: (value) => (/^[\w.~-]{2,50}$/.test(value) ? null : '2 to 50 letters, digits and - _ . ~') },
    });
    return (
        <FormDialog
            title={type ? `Edit ${type.name}` : 'New tag type'}
            opened
            onClose={onClose}
            submit={type ? 'Save' : 'Create tag type'}
            isBusy={save.isPending}
            error={save.error}
            onSubmit={form.onSubmit(({ name, description, color }) =>
                save.mutate(
                    {
                        isNew: !type,
                        name,
                        description: description || null,
                        icon: type?.icon ?? null,
                        color: color || null,
                    },
                    { onSuccess: onClose },
                ),
            )}
        >
            <NameInput
                label="Name"
                placeholder="team"
                disabled={Boolean(type)}
                data-autofocus
                {...form.getInputProps('name')}
            />
            <TextInput label="Description" {...form.getInputProps('description')} />
            <ColorInput
                label="Colour"
                format="hex"
                swatches={['#0e6873', '#e2a62c', '#4475c2', '#d1432d', '#795cb6', '#398c4d']}
                eyeDropperButtonProps={{ 'aria-label': 'Pick a colour from the screen' }}
                {...form.getInputProps('color')}
            />
        </FormDialog>
    );
}
