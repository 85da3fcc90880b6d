import { ColorInput, Group, TextInput } from '@mantine/core';
import type { Schemas } from '../../api/types.ts';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { dialogLabels } from '../../components/forms/rules.ts';
import { useForm } from '../../components/forms/use-form.ts';
import { Catalogue } from '../../components/lists/Catalogue.tsx';
import { useTagTypes } from '../flags/flag-extras.queries.ts';
import { TypeSection } from './TypeSection.tsx';
import classes from './Types.module.css';
import { useDeleteTagType, useSaveTagType } from './type.queries.ts';

type TagType = Schemas['tagType'];

export function TagTypes() {
    const remove = useDeleteTagType();
    return (
        <Catalogue
            noun="tag type"
            label="Tag types"
            query={useTagTypes()}
            rowKey={({ name }) => name}
            nameOf={({ name }) => `tag type ${name}`}
            columns={[
                {
                    title: 'Name',
                    isMain: true,
                    width: 170,
                    cell: ({ name, color }) => (
                        <Group gap={8}>
                            <span className={classes['swatch']} style={{ background: color ?? 'var(--h-line)' }} />
                            <b>{name}</b>
                        </Group>
                    ),
                },
                { title: 'Description', cell: ({ description }) => description },
            ]}
            create="CREATE_TAG_TYPE"
            createProps={{ variant: 'default' }}
            edit="UPDATE_TAG_TYPE"
            remove={{
                needs: 'DELETE_TAG_TYPE',
                action: ({ name }) => remove.mutateAsync(name),
                warning: 'All tags of this type are removed from their flags.',
                locked: ({ name }) => (name === 'simple' ? 'The default type cannot be deleted.' : undefined),
            }}
            dialog={(type, onClose) => <TagTypeDialog type={type} onClose={onClose} />}
        >
            {(table, create) => (
                <TypeSection
                    title="Tag types"
                    about="Tags group flags across projects; integrations can filter by them."
                    action={create}
                >
                    {table}
                </TypeSection>
            )}
        </Catalogue>
    );
}

function TagTypeDialog({ type, onClose }: { type: TagType | undefined; onClose: () => void }) {
    const form = useForm({
        values: { name: type?.name ?? '', description: type?.description ?? '', color: type?.color ?? '' },
        validate: { name: (value) => (/^[\w.~-]{2,50}$/.test(value) ? null : '2 to 50 letters, digits and - _ . ~') },
        change: useSaveTagType(),
        input: ({ name, description, color }) => ({
            isNew: !type,
            name,
            description: description || null,
            icon: type?.icon ?? null,
            color: color || null,
        }),
        onSaved: onClose,
    });
    return (
        <FormDialog {...form.dialog} {...dialogLabels('tag type', type?.name)} onClose={onClose}>
            <TextInput
                label="Name"
                placeholder="team"
                disabled={Boolean(type)}
                data-autofocus
                {...form.field('name')}
            />
            <TextInput label="Description" {...form.field('description')} />
            <ColorInput
                label="Colour"
                format="hex"
                swatches={['#0e6873', '#e2a62c', '#4475c2', '#d1432d', '#795cb6', '#398c4d']}
                eyeDropperButtonProps={{ 'aria-label': 'Pick a colour from the screen' }}
                {...form.field('color')}
            />
        </FormDialog>
    );
}
