import { Select, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { Flag, FlagEnvironment } from '../../../api/types.ts';
import { chartColour } from '../../../components/charts/colours.ts';
import { Panel } from '../../../components/layout/Panel.tsx';
import { formatShare } from '../../../components/text/numbers.ts';
import { useProjectFlags } from '../../flags/flag.queries.ts';
import { WeightBar } from '../../strategies/WeightBar.tsx';
import { FlagLink } from '../FlagLink.tsx';
import { armsOf, armsProblem, stickinessProblem } from './arms.ts';
import classes from './SetUp.module.css';
import type { ExperimentForm } from './use-experiment-form.ts';
import { WhoCounts } from './WhoCounts.tsx';

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
    const { feature, environment, unit } = form.values;
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
            <WhoCounts form={form} projectId={projectId} problem={split && stickinessProblem(split, unit)} />
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
