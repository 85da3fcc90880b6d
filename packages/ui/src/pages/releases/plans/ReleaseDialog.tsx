import { Alert, MultiSelect, Radio, Select, Stack, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { stepTarget, type WhatIfProposal } from '../../effects/what-if.queries.ts';
import type { FlagEnvironmentOfType } from '../../flags/flag-requests.ts';
import { useOutcomes } from '../../metrics/metric.queries.ts';
import { useProject } from '../../projects/project.queries.ts';
import { useSegments } from '../../segments/segment.queries.ts';
import type { ReviewedChange } from '../../strategies/reviewed-change.ts';
import { StrategySentence } from '../../strategies/Sentence.tsx';
import { ReleaseRehearsal } from '../rehearsal/ReleaseRehearsal.tsx';
import { isHarmful, returnOnHarm } from '../safeguards/comparison.ts';
import { useTemplate, useTemplates } from '../templates/template.queries.ts';
import type { Template } from '../templates/template-draft.ts';
import { GRADUAL_INTERVALS, type GradualInterval, gradualPlan } from './gradual.ts';
import { type NewPlan, useAddPlan } from './plan.queries.ts';

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

/** Each comparison gets a part of the accepted false alarms, so more of them see less. */
const MAX_PRESELECTED = 3;

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
    const outcomes = useOutcomes(environment);
    const [watched, setWatched] = useState<string[]>();
    const safeguards = (watched ?? outcomes.filter(isHarmful).slice(0, MAX_PRESELECTED)).map(returnOnHarm);
    const rehearsed: NewPlan = chosen === GRADUAL ? gradual : { templateId: chosen };
    const body: NewPlan = { ...rehearsed, ...(safeguards.length > 0 && { safeguards }) };
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
            difference: (
                <Stack gap={2}>
                    <Text size="sm">Plan: none → {name}</Text>
                    {safeguards.map((safeguard) => (
                        <Text key={safeguard.comparison?.outcome} size="sm">
                            Goes back if users with the feature have more {safeguard.comparison?.outcome}
                        </Text>
                    ))}
                </Stack>
            ),
            run: (mode) => add.mutateAsync(body, { mode }),
        });
    }

    return (
        <FormDialog
            title={`Release in steps in ${environment}`}
            opened
            size="xl"
            isSteady
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
            {milestones && <Steps at={at} plan={rehearsed} milestones={milestones} />}
            <Safeguards
                outcomes={outcomes}
                value={safeguards.flatMap(({ comparison }) => comparison?.outcome ?? [])}
                onChange={setWatched}
            />
            {hasStrategies && (
                <Alert color="brass" icon={<IconInfoCircle size={16} />} role="status">
                    {featureName} has other strategies in {environment}. They stay, so their users get the feature
                    regardless of the milestones.
                </Alert>
            )}
        </FormDialog>
    );
}

interface SafeguardsProps {
    outcomes: readonly string[];
    value: string[];
    onChange: (outcomes: string[]) => void;
}

/** Comparisons that return to the previous milestone. Without reported outcomes, they would only hold the release. */
function Safeguards({ outcomes, value, onChange }: SafeguardsProps) {
    if (outcomes.length === 0) {
        return (
            <Text size="xs" c="dimmed">
                No outcomes of users are reported, so nothing stops the release by itself. Safeguards can be added to it
                later.
            </Text>
        );
    }
    return (
        <MultiSelect
            label="Go back if users with the feature have more"
            description="Compared with users without it. Harm returns the release to the previous milestone."
            placeholder={value.length === 0 ? 'No safeguard' : ''}
            data={[...outcomes]}
            value={value}
            maxValues={10}
            onChange={onChange}
        />
    );
}

type Steps = ReturnType<typeof gradualPlan>['milestones'] | NonNullable<Template['milestones']>;

/** The planned milestones with their users and times. */
function Steps({ at, plan, milestones }: { at: FlagEnvironmentOfType; plan: NewPlan; milestones: Steps }) {
    const { data: segments = [] } = useSegments();
    return (
        <section aria-label="Milestones">
            <ReleaseRehearsal
                at={at}
                plan={plan}
                milestones={milestones}
                about={(index) =>
                    (milestones[index]?.strategies ?? []).map((strategy) => (
                        <StrategySentence
                            key={strategy.sortOrder}
                            // The service has validated the strategies of templates.
                            strategy={strategy as Parameters<typeof StrategySentence>[0]['strategy']}
                            segments={segments}
                        />
                    ))
                }
            />
        </section>
    );
}
