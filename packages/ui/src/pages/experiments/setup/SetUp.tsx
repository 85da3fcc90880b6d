import { Button, Group, Stack, Stepper } from '@mantine/core';
import { useEffect, useState } from 'react';
import { refusalIn } from '../../../api/client.ts';
import { PermissionControl } from '../../../components/access/PermissionControl.tsx';
import { FormError } from '../../../components/forms/FormError.tsx';
import { PageForm } from '../../../components/forms/PageForm.tsx';
import { required } from '../../../components/forms/rules.ts';
import { useForm } from '../../../components/forms/use-form.ts';
import { SubmitButton } from '../../../components/SubmitButton.tsx';
import { useFlag } from '../../flags/flag.queries.ts';
import { type Experiment, useSaveExperiment, useStartExperiment } from '../experiment.queries.ts';
import { draftOf, type ExperimentDraft, experimentBody, newDraft, problemOfMetrics } from './experiment-draft.ts';
import { MetricsStep } from './MetricsStep.tsx';
import { PlanStep } from './PlanStep.tsx';
import { QuestionStep } from './QuestionStep.tsx';
import classes from './SetUp.module.css';

interface Props {
    projectId: string;
    /** The saved draft; undefined for a new experiment. */
    experiment?: Experiment;
    /** The flag and the environment of a new experiment. */
    start?: { feature?: string | undefined; environment?: string | undefined };
}

const QUESTION = ['name', 'feature', 'environment', 'unit', 'enrol'] as const;
const STEPS = ['Question and flag', 'Metrics', 'Plan and start'] as const;
const [QUESTION_STEP, METRICS_STEP, PLAN_STEP] = [0, 1, 2];

export type ExperimentForm = ReturnType<typeof useExperimentForm>;

function useExperimentForm({ projectId, experiment, start = {} }: Props, onSaved: () => void) {
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
        onSaved: (created, goOn) => {
            if (experiment) return onSaved();
            return goOn({
                to: '/projects/$projectId/experiments/$experimentId',
                params: { projectId, experimentId: created.id },
                search: {},
                replace: true,
            });
        },
    });
    return { ...form, refusedMember: refusalIn(save.error)?.member };
}

const BLANK = newDraft({});

/** The set-up of an experiment in three steps. A draft is saved after the second; the third starts it. */
export function SetUp(props: Props) {
    const { projectId, experiment } = props;
    // The questions of a saved draft are answered.
    const [step, setStep] = useState(experiment ? PLAN_STEP : QUESTION_STEP);
    const form = useExperimentForm(props, () => setStep(PLAN_STEP));
    const start = useStartExperiment({ projectId, id: experiment?.id ?? '' });
    const { feature, environment } = form.values;
    const flag = useFlag({ projectId, featureName: feature }, feature !== '');
    const split = flag.data?.environments.find(({ name }) => name === environment);
    const { refusedMember } = form;
    useEffect(() => {
        if (QUESTION.some((member) => member === refusedMember)) setStep(QUESTION_STEP);
        else if (refusedMember?.startsWith('metrics')) setStep(METRICS_STEP);
    }, [refusedMember]);

    function advance() {
        if (step === QUESTION_STEP) {
            if (form.check(QUESTION)) setStep(METRICS_STEP);
        } else if (step === METRICS_STEP) {
            if (experiment && !form.isDirty) setStep(PLAN_STEP);
            else form.submit();
        } else if (experiment && !form.isDirty) start.mutate({ name: experiment.name });
    }

    const isSaved = experiment !== undefined && !form.isDirty;
    const needs = experiment ? 'UPDATE_EXPERIMENT' : 'CREATE_EXPERIMENT';
    return (
        <Stack gap="md">
            <Stepper
                active={step}
                size="sm"
                iconSize={28}
                onStepClick={setStep}
                classNames={{ steps: classes['steps'] ?? '' }}
            >
                {STEPS.map((label, index) => (
                    <Stepper.Step key={label} label={label} allowStepSelect={index < step || isSaved} />
                ))}
            </Stepper>
            <PageForm form={{ ...form, submit: advance }} needs={needs} project={projectId} isOpen={false}>
                {step === QUESTION_STEP && (
                    <QuestionStep form={form} projectId={projectId} flag={flag.data} split={split} />
                )}
                {step === METRICS_STEP && <MetricsStep form={form} projectId={projectId} />}
                {step === PLAN_STEP && experiment && <PlanStep experiment={experiment} split={split} />}
                <FormError error={start.error} />
                <Group justify="flex-end" gap="xs">
                    {step > QUESTION_STEP && (
                        <Button variant="default" onClick={() => setStep(step - 1)}>
                            Back
                        </Button>
                    )}
                    {step === PLAN_STEP ? (
                        <PermissionControl
                            to="UPDATE_EXPERIMENT"
                            project={projectId}
                            unless={isSaved ? undefined : 'Save your changes first.'}
                        >
                            <Button type="submit" loading={start.isPending}>
                                Start experiment
                            </Button>
                        </PermissionControl>
                    ) : (
                        <SubmitButton loading={form.isBusy}>
                            {step === QUESTION_STEP || isSaved
                                ? 'Continue'
                                : experiment
                                  ? 'Save and continue'
                                  : 'Save draft'}
                        </SubmitButton>
                    )}
                </Group>
            </PageForm>
        </Stack>
    );
}
