import { Alert, Radio, Select, Stack, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { count } from '../../../components/text/numbers.ts';
import { stepTarget, type WhatIfProposal } from '../../effects/what-if.queries.ts';
import type { FlagEnvironmentOfType } from '../../flags/flag-requests.ts';
import { useProject } from '../../projects/project.queries.ts';
import { useSegments } from '../../segments/segment.queries.ts';
import type { ReviewedChange } from '../../strategies/reviewed-change.ts';
import { StrategySentence } from '../../strategies/Sentence.tsx';
import { describeCondition } from '../conditions/condition.ts';
import { useTemplate, useTemplates } from '../templates/template.queries.ts';
import type { Template } from '../templates/template-draft.ts';
import { GRADUAL_INTERVALS, type GradualInterval, gradualPlan } from './gradual.ts';
import { type NewPlan, useAddPlan } from './plan.queries.ts';
import classes from './ReleaseDialog.module.css';

interface Props {
    at: FlagEnvironmentOfType;
    /** Whether the flag is on in the environment, so that the first milestone starts at once. */
    isOn: boolean;
    /** Whether the flag has other strategies there, which stay beside the milestones. */
    hasStrategies: boolean;
    review: (change: ReviewedChange) => void;
    onClose: () => void;
}

const GRADUAL = 'gradual';

/** Chooses how a flag is released: gradually, or by a template. */
export function ReleaseDialog({ at, isOn, hasStrategies, review, onClose }: Props) {
    const { data: templates = [] } = useTemplates(at.projectId, { withRoot: true });
    const { data: project } = useProject(at.projectId);
    const [chosen, setChosen] = useState(GRADUAL);
    const [interval, setInterval] = useState<GradualInterval>('day');
    const template = useTemplate(chosen, chosen !== GRADUAL);
    const add = useAddPlan(at);
    const { featureName, environment } = at;
    const gradual = gradualPlan({
        featureName,
        stickiness: project?.defaultStickiness ?? 'default',
        interval,
    });
    const body: NewPlan = chosen === GRADUAL ? gradual : { templateId: chosen };
    const milestones = chosen === GRADUAL ? gradual.milestones : template.data?.milestones;

    function submit() {
        const name = chosen === GRADUAL ? gradual.name : (template.data?.name ?? '');
        const proposal: WhatIfProposal = {
            project: at.projectId,
            steps: [{ ...stepTarget(at), action: 'addReleasePlan', payload: body }],
        };
        onClose();
        review({
            title: `Release ${featureName} step by step in ${environment}?`,
            about: isOn
                ? `“${milestones?.[0]?.name ?? 'The first milestone'}” starts at once, because the flag is on.`
                : `“${milestones?.[0]?.name ?? 'The first milestone'}” starts when the flag is turned on.`,
            verb: isOn ? 'Start release' : 'Add plan',
            proposal,
            difference: <Text size="sm">Plan: none → {name}</Text>,
            run: (mode) => add.mutateAsync(body, { mode }),
        });
    }

    return (
        <FormDialog
            title={`Release in steps in ${environment}`}
            opened
            size="lg"
            isDirty={false}
            onClose={onClose}
            submit="Review"
            isDisabled={milestones === undefined}
            safeButton="submit"
            onSubmit={submit}
        >
            <Radio.Group aria-label="How to release it" value={chosen} onChange={setChosen}>
                <Stack gap={8}>
                    <Radio
                        value={GRADUAL}
                        label="Roll out gradually"
                        description="1% → 10% → 50% → everyone, without a template"
                    />
                    {templates.map(({ id, name, description, project: owner }) => (
                        <Radio
                            key={id}
                            value={id}
                            label={name}
                            description={[description, owner ? 'Template of this project' : 'Template for all projects']
                                .filter(Boolean)
                                .join(' · ')}
                        />
                    ))}
                </Stack>
            </Radio.Group>
            {templates.length === 0 && (
                <Text size="xs" c="dimmed">
                    Releases with other steps start from a{' '}
                    <Link to="/releases" search={{ tab: 'templates' }}>
                        template
                    </Link>
                    .
                </Text>
            )}
            {chosen === GRADUAL && (
                <Select
                    label="Next step"
                    data={Object.entries(GRADUAL_INTERVALS).map(([value, { label }]) => ({ value, label }))}
                    value={interval}
                    onChange={(next) => next && setInterval(next as GradualInterval)}
                />
            )}
            {milestones && <Steps milestones={milestones} />}
            {hasStrategies && (
                <Alert color="brass" icon={<IconInfoCircle size={16} />} role="status">
                    {featureName} has other strategies in {environment}. They stay, so their users get the feature
                    regardless of the milestones.
                </Alert>
            )}
        </FormDialog>
    );
}

type Steps = ReturnType<typeof gradualPlan>['milestones'] | NonNullable<Template['milestones']>;

/** The milestones as they will be. */
function Steps({ milestones }: { milestones: Steps }) {
    const { data: segments = [] } = useSegments();
    return (
        <section aria-label="Milestones">
            <Text size="sm" fw={550} mb={4}>
                {count(milestones.length, 'milestone')}
            </Text>
            <ol className={classes['steps']}>
                {milestones.map(({ name, strategies = [], transitionCondition }) => (
                    <li key={name}>
                        <b>{name}</b>
                        {strategies.map((strategy) => (
                            <StrategySentence
                                key={strategy.sortOrder}
                                // The service has validated the strategies of templates.
                                strategy={strategy as Parameters<typeof StrategySentence>[0]['strategy']}
                                segments={segments}
                            />
                        ))}
                        {transitionCondition && (
                            <Text size="xs" c="dimmed">
                                Next {describeCondition(transitionCondition)}
                            </Text>
                        )}
                    </li>
                ))}
            </ol>
        </section>
    );
}
