import { Checkbox, Radio, Select, Stack, TagsInput, TextInput } from '@mantine/core';
import { Panel } from '../../../components/layout/Panel.tsx';
import { fromLocalInput, toLocalInput, zoneAt } from '../../../components/time/moment.ts';
import { useUsableContextFields } from '../../context-fields/context-field.queries.ts';
import { useOutcomes } from '../../metrics/metric.queries.ts';
import { useDataSources } from '../data-sources/data-source.queries.ts';
import { useOutcomeSettings } from '../experiment.queries.ts';
import { FlagLink } from '../FlagLink.tsx';
import type { ExperimentForm } from './use-experiment-form.ts';

/** The source of the data, the unit, and the units that count. */
export function WhoCounts({ form, projectId, problem }: UnitProps) {
    const { population, source } = form.values;
    return (
        <Panel title="Who counts">
            <Stack gap="sm">
                <SourceSelect form={form} projectId={projectId} />
                <UnitSelect form={form} projectId={projectId} problem={problem} />
                {source === null && (
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
                )}
                {source === null && population === 'recomputed' && <EnrolInput form={form} />}
                <PastInput form={form} projectId={projectId} />
            </Stack>
        </Panel>
    );
}

/** A data source has exposures with reported variants and one unit. */
function SourceSelect({ form, projectId }: { form: ExperimentForm; projectId: string }) {
    const { data: sources = [] } = useDataSources(projectId);
    const { source } = form.values;
    if (sources.length === 0 && source === null) return null;
    const names = sources.map(({ name }) => name);
    return (
        <Select
            label="Data"
            description="A data source is a database of yours: it computes the sums of each variant, and reports which variant users got."
            placeholder="Outcomes that applications report to Halyard"
            clearable
            data={source && !names.includes(source.name) ? [source.name, ...names] : names}
            value={source?.name ?? null}
            error={form.errorOf('source')}
            onChange={(name) => {
                const chosen = sources.find((each) => each.name === name);
                form.edit('source', chosen ? { kind: chosen.kind, name: chosen.name } : null);
                form.edit('population', chosen ? 'exposed' : 'recomputed');
                if (chosen) form.edit('unit', chosen.unit);
            }}
        />
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
    const isOfSource = form.values.source !== null;
    const isStored = isOfSource || (settings?.keepOutcomesDays ?? 0) > 0;
    return (
        <>
            <Checkbox
                label="Count the past, too"
                description={
                    isOfSource
                        ? 'Exposures and outcomes of the data source count since a time in the past.'
                        : isStored
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
