import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { differences } from '../../components/diff/differences.ts';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { NameInput } from '../../components/forms/NameInput.tsx';
import { type ContextRow, ContextRows, contextOf, rowsOf } from '../context-fields/ContextRows.tsx';
import { flatContext, sdkContext } from '../context-fields/context.ts';
import { type Persona, useSavePersona } from './persona.queries.ts';

interface Props {
    projectId: string;
    /** The initial values. Without an id, a new persona is created. */
    persona: Partial<Persona>;
    onClose: () => void;
}

/** Names a context, so that all users can evaluate flags with it. */
export function PersonaDialog({ projectId, persona, onClose }: Props) {
    const save = useSavePersona(projectId);
    const context = rowsOf(flatContext(persona.context ?? {}));
    const start = {
        name: persona.name ?? '',
        description: persona.description ?? '',
        rows: context.length > 0 ? context : ([['userId', '']] as ContextRow[]),
    };
    const form = useForm({
        initialValues: start,
        validate: { name: (value) => (value.trim() ? null : 'Give it a name') },
    });
    const submit = form.onSubmit(({ name, description, rows }) =>
        save.mutate(
            {
                id: persona.id,
                name: name.trim(),
                description: description.trim() || null,
                context: sdkContext(contextOf(rows)),
            },
            { onSuccess: onClose },
        ),
    );
    return (
        <FormDialog
            title={persona.id === undefined ? 'New persona' : `Edit ${persona.name}`}
            opened
            onClose={onClose}
            onSubmit={submit}
            submit={persona.id === undefined ? 'Create persona' : 'Save'}
            isDirty={differences(start, form.values).length > 0}
            isBusy={save.isPending}
            error={save.error}
        >
            <NameInput
                label="Name"
                placeholder="Premium customer in Norway"
                data-autofocus
                {...form.getInputProps('name')}
            />
            <TextInput label="Description" {...form.getInputProps('description')} />
            <ContextRows
                label="Context"
                hint="The context that an application sends for such a user."
                rows={form.values.rows}
                onChange={(rows) => form.setFieldValue('rows', rows)}
                example={(field) => (field === 'userId' ? 'ada' : 'value')}
            />
        </FormDialog>
    );
}
