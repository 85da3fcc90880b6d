import { Checkbox, Radio, Select, SimpleGrid, Stack, TagsInput, Text, Textarea, TextInput } from '@mantine/core';
import type { Flag, FlagEnvironment } from '../../../api/types.ts';
import { chartColour } from '../../../components/charts/colours.ts';
import { Panel } from '../../../components/layout/Panel.tsx';
import { formatShare } from '../../../components/text/numbers.ts';
import { fromLocalInput, toLocalInput, zoneAt } from '../../../components/time/moment.ts';
import { useUsableContextFields } from '../../context-fields/context-field.queries.ts';
import { useProjectFlags } from '../../flags/flag.queries.ts';
import { useOutcomes } from '../../metrics/metric.queries.ts';
import { WeightBar } from '../../strategies/WeightBar.tsx';
import { useOutcomeSettings } from '../experiment.queries.ts';
import { FlagLink } from '../FlagLink.tsx';
import { armsOf, armsProblem, stickinessProblem } from './arms.ts';
import classes from './SetUp.module.css';
import type { ExperimentForm } from './use-experiment-form.ts';

interface Props {
    form: ExperimentForm;
    projectId: string;
    flag: Flag | undefined;
    /** The flag in the chosen environment. */
    split: FlagEnvironment | undefined;
}

/** The flag, the users and the units of the comparison. */
export function QuestionStep({ form, projectId, flag, split }: Props) {
    const { data: flags = [] } = useProjectFlags(projectId);
    const { feature, environment, unit, population } = form.values;
    const names = flags.map(({ name }) => name);
    const environments = flag?.environments.map(({ name }) => name) ?? [];
    return (
        <>
            <Panel title="The question">
                <Stack gap="sm">
                    <TextInput label="Name" withAsterisk maxLength={200} data-autofocus {...form.field('name')} />
                    <Textarea
                        label="Hypothesis"
                        description="What you expect, and why. It is shown with the results."
                        autosize
                        minRows={2}
                        maxLength={5_000}
                        {...form.field('hypothesis')}
                    />
                </Stack>
            </Panel>
            <Panel title="The flag">
                <Stack gap="sm">
                    <SimpleGrid cols={{ base: 1, xs: 2 }}>
                        <Select
                            label="Flag"
                            withAsterisk
                            searchable
                            limit={50}
                            data={feature && !names.includes(feature) ? [feature, ...names] : names}
                            nothingFoundMessage="No flag of this project has this name"
                            {...form.field('feature')}
                            value={feature || null}
                        />
                        <Select
                            label="Environment"
                            withAsterisk
                            disabled={feature === ''}
                            placeholder={feature === '' ? 'Choose a flag first' : ''}
                            data={environment && !environments.includes(environment) ? [environment] : environments}
                            {...form.field('environment')}
                            value={environment || null}
                        />
                    </SimpleGrid>
                    {split && <Arms form={form} projectId={projectId} split={split} />}
                </Stack>
            </Panel>
            <Panel title="Who counts">
                <Stack gap="sm">
                    <UnitSelect form={form} projectId={projectId} problem={split && stickinessProblem(split, unit)} />
                    <Radio.Group
                        label="Population"
                        value={population}
                        // The values are those of the options.
                        onChange={(value) => form.edit('population', value as typeof population)}
                    >
                        <Stack gap={8} mt={4}>
                            <Radio
                                value="recomputed"
                                label="Everybody who could meet the feature"
                                description="Halyard computes the variant of each user. Applications report neither variants nor exposures."
                            />
                            <Radio
                                value="exposed"
                                label="Only users with an exposure"
                                description="For applications that report exposures (impressions, OpenTelemetry, OpenFeature)."
                            />
                        </Stack>
                    </Radio.Group>
                    {population === 'recomputed' && <EnrolInput form={form} />}
                    <PastInput form={form} projectId={projectId} />
                </Stack>
            </Panel>
        </>
    );
}

function Arms({ form, projectId, split }: { form: ExperimentForm; projectId: string; split: FlagEnvironment }) {
    const arms = armsOf(split);
    const { feature } = form.values;
    const problem = armsProblem(arms);
    return (
        <>
            <div className={classes['arms']}>
                <Text size="xs" c="dimmed" mb={6}>
                    Variants that are compared
                </Text>
                <WeightBar variants={arms.map(({ variant, weight }) => ({ name: variant, weight: weight * 1_000 }))} />
                <ul>
                    {arms.map(({ variant, weight }, index) => (
                        <li key={variant}>
                            <i style={{ background: chartColour(index) }} aria-hidden="true" />
                            {variant} {formatShare(weight)}
                        </li>
                    ))}
                </ul>
                {(problem || !split.enabled) && (
                    <Text size="sm" c="var(--mantine-color-error)" mt={8} role="status">
                        {problem ?? `The flag is off in ${split.name}, so nobody gets a variant yet.`}{' '}
                        <FlagLink projectId={projectId} feature={feature} isInForm />
                    </Text>
                )}
            </div>
            <Select
                label="Control"
                description="The others are compared with it. By default, the variant “control”, the flag turned off, or the first variant."
                placeholder="Default"
                clearable
                data={arms.map(({ variant }) => variant)}
                value={form.values.control || null}
                error={form.errorOf('control')}
                onChange={(control) => form.edit('control', control ?? '')}
            />
        </>
    );
}

interface UnitProps {
    form: ExperimentForm;
    projectId: string;
    problem: string | undefined;
}

function UnitSelect({ form, projectId, problem }: UnitProps) {
    const { data: fields = [] } = useUsableContextFields(projectId);
    const { unit, feature } = form.values;
    const offered = fields.filter(({ stickiness }) => stickiness).map(({ name }) => name);
    const { error, ...field } = form.field('unit');
    return (
        <Select
            label="Unit"
            withAsterisk
            description="The context field that identifies a user. The flag must split by the same field."
            searchable
            data={[...new Set(['userId', 'sessionId', ...offered, unit])]}
            {...field}
            error={
                error ??
                (problem && (
                    <>
                        {problem} Set the stickiness of its strategies and variants to {unit} before the start.{' '}
                        <FlagLink projectId={projectId} feature={feature} isInForm />
                    </>
                ))
            }
        />
    );
}

function EnrolInput({ form }: { form: ExperimentForm }) {
    const { environment, enrol, metrics } = form.values;
    const outcomes = useOutcomes(environment);
    const measured = metrics.find(({ kind, outcome }) => kind === 'conversion' && enrol.includes(outcome.trim()));
    const { error, ...field } = form.field('enrol');
    return (
        <TagsInput
            label="Outcomes that enrol"
            description="Something a user does whatever the variant, such as seen. Evaluations by the frontend API and OFREP enrol, too."
            data={[...new Set(['seen', ...outcomes])]}
            acceptValueOnBlur
            maxTags={20}
            {...field}
            error={
                error ??
                (measured &&
                    `“${measured.outcome}” is also a conversion metric, so its rate would be 100%. Enrol by another outcome, or measure another one.`)
            }
        />
    );
}

function PastInput({ form, projectId }: { form: ExperimentForm; projectId: string }) {
    const { data: settings } = useOutcomeSettings(projectId);
    const { from } = form.values;
    const isStored = (settings?.keepOutcomesDays ?? 0) > 0;
    return (
        <>
            <Checkbox
                label="Count the past, too"
                description={
                    isStored
                        ? 'Stored outcomes since a time in the past count as if the experiment had started then.'
                        : 'This project does not store outcomes with their users, so an experiment counts from its start.'
                }
                disabled={!isStored && from === ''}
                checked={from !== ''}
                onChange={({ currentTarget }) => form.edit('from', currentTarget.checked ? aWeekAgo() : '')}
            />
            {from !== '' && (
                <TextInput
                    type="datetime-local"
                    label="From"
                    description={zoneAt(from)}
                    max={toLocalInput(new Date())}
                    value={toLocalInput(from)}
                    error={form.errorOf('from')}
                    onChange={({ currentTarget }) => form.edit('from', fromLocalInput(currentTarget.value) ?? from)}
                />
            )}
        </>
    );
}

const WEEK_MS = 7 * 86_400_000;
const HOUR_MS = 3_600_000;
const aWeekAgo = () => new Date(Math.floor((Date.now() - WEEK_MS) / HOUR_MS) * HOUR_MS).toISOString();
