import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import type { Experiment } from '../experiment.queries.ts';
import { OutcomeCode } from './OutcomeCode.tsx';

/** The lines that applications of an experiment need. */
export const CodeDialog = ({ experiment, onClose }: { experiment: Experiment; onClose: () => void }) => (
    <FormDialog title="Lines to copy" size="lg" submit={undefined} isDirty={false} onClose={onClose} onSubmit={onClose}>
        <OutcomeCode experiment={experiment} />
    </FormDialog>
);
