import { useState } from 'react';
import { refusalIn } from '../../../api/client.ts';
import { required } from '../../../components/forms/rules.ts';
import { useForm } from '../../../components/forms/use-form.ts';
import { type Experiment, useSaveExperiment } from '../experiment.queries.ts';
import { draftOf, type ExperimentDraft, experimentBody, newDraft, problemOfMetrics } from './experiment-draft.ts';

export interface SetUpProps {
    projectId: string;
    /** The saved draft; undefined for a new experiment. */
    experiment?: Experiment;
    /** The flag and the environment of a new experiment. */
    start?: { feature?: string | undefined; environment?: string | undefined };
}

const BLANK = newDraft({});

export type ExperimentForm = ReturnType<typeof useExperimentForm>;

/** The form of all steps. */
export function useExperimentForm({ projectId, experiment, start = {} }: SetUpProps, onSaved: () => void) {
    const save = useSaveExperiment(projectId, experiment?.id);
    const [initial] = useState(() => newDraft(start));
    const form = useForm({
        values: experiment ? draftOf(experiment) : BLANK,
        ...(!experiment && { start: initial }),
        validate: {
            name: required('Enter a name'),
            feature: required('Choose a flag'),
            environment: required('Choose an environment'),
            unit: required('Choose a context field'),
            enrol: (enrol: string[], { population }: ExperimentDraft) =>
                population === 'recomputed' && enrol.length === 0 ? 'Enter at least one outcome, such as seen' : null,
            metrics: (_metrics: ExperimentDraft['metrics'], values: ExperimentDraft) => problemOfMetrics(values),
        },
        change: save,
        input: experimentBody,
        onSaved: (created, navigate) => {
            if (experiment) return onSaved();
            return navigate({
                to: '/projects/$projectId/experiments/$experimentId',
                params: { projectId, experimentId: created.id },
                search: {},
                replace: true,
            });
        },
    });
    return { ...form, refusedMember: refusalIn(save.error)?.member };
}
