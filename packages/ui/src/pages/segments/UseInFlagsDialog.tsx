import { describeStrategy } from '@halyard/engine';
import { Checkbox, MultiSelect, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Flag, Segment, Strategy } from '../../api/types.ts';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { Rows } from '../../components/layout/States.tsx';
import { useApprovalFlow } from '../change-requests/approvals/use-approval-flow.tsx';
import { useApplySteps } from '../effects/apply-steps.queries.ts';
import { WhatIf } from '../effects/WhatIf.tsx';
import type { WhatIfProposal } from '../effects/what-if.queries.ts';
import { useFlags, useProjectFlags } from '../flags/flag.queries.ts';
import { useProject, useProjectEnvironments, useProjects } from '../projects/project.queries.ts';
import { draftOf, newDraft, toBody } from '../strategies/draft.ts';
import { useSegments } from './segment.queries.ts';

/** The maximum number of flags in one change. */
const MAX_FLAGS = 50;

interface Props {
    segment: Segment;
    onClose: () => void;
}

/** Adds a segment to strategies of several flags in one change. */
export function UseInFlagsDialog(props: Props) {
    const { data: projects = [] } = useProjects();
    return projects[0] && <UseInFlagsForm {...props} projects={projects} first={projects[0].id} />;
}

interface FormProps extends Props {
    projects: readonly { id: string; name: string }[];
    first: string;
}

/** The chosen environment; by default production, or the first. */
const selectedOf = <E extends { name: string; type: string }>(environments: readonly E[], chosen: string | undefined) =>
    environments.find(({ name }) => name === chosen) ??
    environments.find(({ type }) => type === 'production') ??
    environments[0];

const targetsIn = (flags: ReturnType<typeof useFlags>, environment: string | undefined) =>
    (flags ?? []).map((flag) => ({ flag, strategies: strategiesIn(flag, environment) }));

const countStrategies = (count: number) => (count === 1 ? '1 strategy' : `${count} strategies`);

/** The number of strategies is undefined while it is not known. */
function missingInput(flagCount: number, strategyCount: number | undefined): string | undefined {
    if (flagCount === 0) return 'Choose at least one flag.';
    return strategyCount === 0 ? 'No strategy is selected.' : undefined;
}

function UseInFlagsForm({ segment, projects, first, onClose }: FormProps) {
    const [chosenProject, setProject] = useState<string>();
    const project = chosenProject ?? segment.project ?? first;
    const { data: environments = [] } = useProjectEnvironments(project);
    const [chosenEnvironment, setEnvironment] = useState<string>();
    const environment = selectedOf(environments, chosenEnvironment);
    const { data: available = [] } = useProjectFlags(project);
    const [names, setNames] = useState<string[]>([]);
    const [skipped, setSkipped] = useState<readonly string[]>([]);
    const [isReviewing, setIsReviewing] = useState(false);
    const flags = useFlags(project, names);
    const { data: overview } = useProject(project);
    const stickiness = overview?.defaultStickiness ?? 'default';
    const targets = targetsIn(flags, environment?.name);
    const steps = targets.flatMap(({ flag, strategies }) =>
        stepsFor({ flag, strategies, segment, environment: environment?.name ?? '', stickiness, skipped }),
    );
    const proposal: WhatIfProposal = { project, steps };
    const approvalFlow = useApprovalFlow(environment && { project, environment: environment.name }, proposal);
    const isReviewed = environment?.type === 'production' || approvalFlow.isProtected;
    const apply = useApplySteps();
    function submit() {
        if (isReviewed && !isReviewing) return setIsReviewing(true);
        const successMessage = `${segment.name} added to ${countStrategies(steps.length)}`;
        approvalFlow.make(
            (mode) =>
                apply.mutate(
                    { ...proposal, successMessage, isProduction: environment?.type === 'production' },
                    { mode, onSuccess: onClose },
                ),
            onClose,
        );
    }
    return (
        <FormDialog
            title={`Use ${segment.name} in flags`}
            size="lg"
            isSteady
            opened
            onClose={onClose}
            onSubmit={submit}
            onBack={isReviewing ? () => setIsReviewing(false) : undefined}
            submit={isReviewed && !isReviewing ? 'Review' : approvalFlow.verb('Add to flags')}
            {...(isReviewing && { alternatives: approvalFlow.alternatives })}
            missing={missingInput(names.length, flags && steps.length)}
            isDirty={names.length > 0}
            isBusy={apply.isPending || approvalFlow.isBusy}
            isDisabled={!flags || (isReviewing && !approvalFlow.isWhole)}
            error={apply.error ?? approvalFlow.error}
        >
            {isReviewing ? (
                <>
                    {approvalFlow.notice}
                    <WhatIf change={proposal} base={approvalFlow.base} isSending={apply.isPending} />
                    {approvalFlow.fields}
                </>
            ) : (
                <>
                    {!segment.project && projects.length > 1 && (
                        <Select
                            label="Project"
                            searchable
                            allowDeselect={false}
                            data={projects.map(({ id, name }) => ({ value: id, label: name }))}
                            value={project}
                            onChange={(id) => {
                                setProject(id ?? undefined);
                                setNames([]);
                            }}
                        />
                    )}
                    <Select
                        label="Environment"
                        allowDeselect={false}
                        data={environments.map(({ name }) => name)}
                        value={environment?.name ?? null}
                        onChange={(name) => setEnvironment(name ?? undefined)}
                    />
                    <MultiSelect
                        label="Flags"
                        placeholder={names.length > 0 ? undefined : 'Search by name'}
                        searchable
                        limit={100}
                        maxValues={MAX_FLAGS}
                        nothingFoundMessage="No flag matches"
                        data={available.map(({ name }) => name)}
                        value={names}
                        onChange={setNames}
                        data-autofocus
                        openOnFocus={false}
                    />
                    {flags ? (
                        targets.map(({ flag, strategies }) => (
                            <FlagStrategies
                                key={flag.name}
                                flag={flag}
                                strategies={strategies}
                                segment={segment}
                                skipped={skipped}
                                onSkip={setSkipped}
                            />
                        ))
                    ) : (
                        <Rows count={names.length} />
                    )}
                </>
            )}
        </FormDialog>
    );
}

const strategiesIn = ({ environments }: Flag, environment: string | undefined) =>
    environments.find(({ name }) => name === environment)?.strategies ?? [];

interface StepsInput {
    flag: Flag;
    strategies: Strategy[];
    segment: Segment;
    environment: string;
    stickiness: string;
    skipped: readonly string[];
}

/** The steps that add the segment to the strategies of a flag. A flag without strategies gets one for the segment. */
function stepsFor({
    flag,
    strategies,
    segment,
    environment,
    stickiness,
    skipped,
}: StepsInput): WhatIfProposal['steps'] {
    const target = { feature: flag.name, environment };
    if (strategies.length === 0) {
        const payload = { ...toBody(newDraft(flag.name, stickiness)), segments: [segment.id] };
        return [{ ...target, action: 'addStrategy', payload }];
    }
    return strategies
        .filter(({ id, segments }) => !segments.includes(segment.id) && !skipped.includes(id))
        .map((strategy) => ({
            ...target,
            action: 'updateStrategy' as const,
            payload: {
                ...toBody(draftOf(strategy)),
                id: strategy.id,
                segments: [...strategy.segments, segment.id],
            },
        }));
}

interface FlagStrategiesProps {
    flag: Flag;
    strategies: Strategy[];
    segment: Segment;
    skipped: readonly string[];
    onSkip: (skipped: string[]) => void;
}

/** The strategies of a flag that get the segment. */
function FlagStrategies({ flag, strategies, segment, skipped, onSkip }: FlagStrategiesProps) {
    const { data: segments = [] } = useSegments();
    const segmentName = (id: number) => segments.find((each) => each.id === id)?.name;
    return (
        <Stack gap={6}>
            <Text size="sm" fw={550}>
                {flag.name}
            </Text>
            {strategies.length === 0 && (
                <Text size="sm" c="dimmed">
                    No strategies yet: a strategy for everyone in {segment.name} is added.
                </Text>
            )}
            {strategies.map((strategy) => {
                const isUsed = strategy.segments.includes(segment.id);
                return (
                    <Checkbox
                        key={strategy.id}
                        size="xs"
                        label={strategy.title || describeStrategy(strategy, { segmentName })}
                        description={isUsed ? 'Uses the segment already' : undefined}
                        disabled={isUsed}
                        checked={isUsed || !skipped.includes(strategy.id)}
                        onChange={(event) =>
                            onSkip(
                                event.currentTarget.checked
                                    ? skipped.filter((id) => id !== strategy.id)
                                    : [...skipped, strategy.id],
                            )
                        }
                    />
                );
            })}
        </Stack>
    );
}
