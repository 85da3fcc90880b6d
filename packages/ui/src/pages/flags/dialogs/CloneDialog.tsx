import { TextInput } from '@mantine/core';
import type { Flag } from '../../../api/types.ts';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useForm } from '../../../components/forms/use-form.ts';
import { useCloneFlag } from '../flag.queries.ts';

export function CloneDialog({ flag, onClose }: { flag: Flag; onClose: () => void }) {
    const form = useForm({
        values: { name: `${flag.name}-copy` },
        change: useCloneFlag({ projectId: flag.project, featureName: flag.name }),
        input: ({ name }) => name,
        onSaved: (copy, navigate) => {
            onClose();
            void navigate({
                to: '/projects/$projectId/features/$featureName',
                params: { projectId: flag.project, featureName: copy.name },
            });
        },
    });
    return (
        <FormDialog
            {...form.dialog}
            title={`Clone ${flag.name}`}
            onClose={onClose}
            submit="Clone flag"
            isDisabled={!form.values.name}
        >
            <TextInput
                label="Name of the copy"
                description="Strategies, variants and dependencies are copied; the copy starts off everywhere."
                data-autofocus
                spellCheck={false}
                {...form.field('name')}
            />
        </FormDialog>
    );
}
