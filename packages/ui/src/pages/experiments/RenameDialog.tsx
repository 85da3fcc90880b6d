import { Textarea, TextInput } from '@mantine/core';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { required } from '../../components/forms/rules.ts';
import { useForm } from '../../components/forms/use-form.ts';
import { type Experiment, useSaveExperiment } from './experiment.queries.ts';

/** Of an experiment that was started, only the name and the hypothesis change. */
export function RenameDialog({ experiment, onClose }: { experiment: Experiment; onClose: () => void }) {
    const form = useForm({
        values: { name: experiment.name, hypothesis: experiment.hypothesis ?? '' },
        validate: { name: required('Enter a name') },
        change: useSaveExperiment(experiment.project, experiment.id),
        input: ({ name, hypothesis }) => ({ ...experiment, name, hypothesis: hypothesis.trim() || null }),
        onSaved: onClose,
    });
    return (
        <FormDialog title={`Change ${experiment.name}`} onClose={onClose} submit="Save" {...form.dialog}>
            <TextInput label="Name" withAsterisk maxLength={200} {...form.field('name')} />
            <Textarea label="Hypothesis" autosize minRows={2} maxLength={5_000} {...form.field('hypothesis')} />
        </FormDialog>
    );
}
