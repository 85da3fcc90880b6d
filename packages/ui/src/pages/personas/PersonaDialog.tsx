import { TextInput } from '@mantine/core';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { dialogLabels, required } from '../../components/forms/rules.ts';
import { useForm } from '../../components/forms/use-form.ts';
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
    const context = rowsOf(flatContext(persona.context ?? {}));
    const form = useForm({
        values: {
            name: persona.name ?? '',
            description: persona.description ?? '',
            rows: context.length > 0 ? context : ([['userId', '']] as ContextRow[]),
        },
        validate: { name: required('Give it a name') },
        change: useSavePersona(projectId),
        input: ({ name, description, rows }) => ({
            id: persona.id,
            name: name.trim(),
            description: description.trim() || null,
            context: sdkContext(contextOf(rows)),
        }),
        onSaved: onClose,
    });
    return (
        <FormDialog
            {...form.dialog}
            {...dialogLabels('persona', persona.id === undefined ? undefined : persona.name)}
            onClose={onClose}
        >
            <TextInput label="Name" placeholder="Premium customer in Norway" data-autofocus {...form.field('name')} />
            <TextInput label="Description" {...form.field('description')} />
            <ContextRows
                label="Context"
                hint="The context that an application sends for such a user."
                rows={form.values.rows}
                onChange={(rows) => form.edit('rows', rows)}
                example={(field) => (field === 'userId' ? 'ada' : 'value')}
            />
        </FormDialog>
    );
}
