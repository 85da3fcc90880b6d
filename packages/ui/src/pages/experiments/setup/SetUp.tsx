import { Button, Group, Stack, Stepper } from '@mantine/core';
import { useEffect, useState } from 'react';
import { PermissionControl } from '../../../components/access/PermissionControl.tsx';
import { FormError } from '../../../components/forms/FormError.tsx';
import { PageForm } from '../../../components/forms/PageForm.tsx';
import { lazyComponent } from '../../../components/layout/lazy.tsx';
import { Section } from '../../../components/layout/Section.tsx';
import { Rows } from '../../../components/layout/States.tsx';
import { SubmitButton } from '../../../components/SubmitButton.tsx';
import { useFlag } from '../../flags/flag.queries.ts';
import { useStartExperiment } from '../experiment.queries.ts';
import classes from './SetUp.module.css';
import { type SetUpProps, useExperimentForm } from './use-experiment-form.ts';

const QuestionStep = lazyComponent(() => import('./QuestionStep.tsx'), 'QuestionStep');
const MetricsStep = lazyComponent(() => import('./MetricsStep.tsx'), 'MetricsStep');
const PlanStep = lazyComponent(() => import('./PlanStep.tsx'), 'PlanStep');

const QUESTION = ['name', 'feature', 'environment', 'unit', 'enrol'] as const;
const STEPS = ['Question and flag', 'Metrics', 'Plan and start'] as const;
const [QUESTION_STEP, METRICS_STEP, PLAN_STEP] = [0, 1, 2];

/** The set-up of an experiment in three steps. A draft is saved after the second; the third starts it. */
export function SetUp(props: SetUpProps) {
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
                <Section fallback={<Rows />}>
                    {step === QUESTION_STEP && (
                        <QuestionStep form={form} projectId={projectId} flag={flag.data} split={split} />
                    )}
                    {step === METRICS_STEP && <MetricsStep form={form} projectId={projectId} />}
                    {step === PLAN_STEP && experiment && <PlanStep experiment={experiment} split={split} />}
                </Section>
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
