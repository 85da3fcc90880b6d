import { Checkbox, Group, MultiSelect, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { MODE_LABELS, RANGE_LABELS } from './chart-words.ts';
import { MetricValues } from './MetricValues.tsx';
import {
    type ChartPlace,
    type ChartRange,
    type Metric,
    type MetricChart,
    type NewChart,
    useMetricValues,
    useSaveChart,
} from './metric.queries.ts';

interface Props {
    place: ChartPlace;
    metrics: readonly Metric[];
    /** The chart to change; undefined for a new one. */
    chart?: MetricChart | undefined;
    onClose: () => void;
}

/** The value of a label selector that splits by every value, also by values that appear later. */
const EVERY = '*';

const optionsOf = <K extends string>(labels: Record<K, string>, keys = Object.keys(labels) as K[]) =>
    keys.map((value) => ({ value, label: labels[value] }));

export function ChartDialog({ place, metrics, chart, onClose }: Props) {
    const [values, setValues] = useState<NewChart>(
        chart ?? { metricName: '', timeRange: 'day', aggregationMode: 'count', labelSelectors: {}, yAxisMin: 'auto' },
    );
    const save = useSaveChart(place);
    const metric = metrics.find(({ name }) => name === values.metricName);
    const edit = (changed: Partial<NewChart>) => setValues({ ...values, ...changed });
    const choose = (name: string | null) => {
        const chosen = metrics.find((each) => each.name === name);
        const [firstMode = 'count'] = chosen?.modes ?? [];
        const mode = chosen?.modes.includes('count') && chosen.type === 'counter' ? 'count' : firstMode;
        edit({
            metricName: name ?? '',
            aggregationMode: mode,
            labelSelectors: {},
            ...(chosen && { source: chosen.source }),
        });
    };
    const { metricName, timeRange, aggregationMode, labelSelectors, yAxisMin, title, source } = values;
    const body = {
        metricName,
        timeRange,
        aggregationMode,
        labelSelectors,
        yAxisMin,
        source,
        title: title || undefined,
    };
    return (
        <FormDialog
            title={chart ? 'Change the chart' : 'Add a chart'}
            opened
            size="lg"
            onClose={onClose}
            submit={chart ? 'Save' : 'Add chart'}
            missing={metricName ? undefined : 'Select a metric'}
            isDisabled={!metricName}
            isBusy={save.isPending}
            error={save.error}
            onSubmit={() => save.mutate({ id: chart?.id, ...body }, { onSuccess: onClose })}
        >
            <Select
                label="Metric"
                placeholder="Search metrics and outcomes"
                searchable
                data-autofocus
                data={metrics.map(({ name, displayName }) => ({ value: name, label: displayName }))}
                value={metricName || null}
                onChange={choose}
                description={metric?.help || undefined}
                nothingFoundMessage="No such metric was reported"
            />
            <Group grow align="flex-start">
                <Select
                    label="Value"
                    allowDeselect={false}
                    data={optionsOf(MODE_LABELS, metric?.modes)}
                    value={aggregationMode}
                    onChange={(mode) => mode && edit({ aggregationMode: mode as NewChart['aggregationMode'] })}
                />
                <Select
                    label="Period"
                    allowDeselect={false}
                    data={optionsOf(RANGE_LABELS)}
                    value={timeRange}
                    onChange={(range) => range && edit({ timeRange: range as ChartRange })}
                />
            </Group>
            {metricName && (
                <Labels chart={values} selected={labelSelectors} onChange={(each) => edit({ labelSelectors: each })} />
            )}
            <TextInput
                label="Title"
                placeholder={metric?.displayName}
                value={title ?? ''}
                onChange={({ currentTarget }) => edit({ title: currentTarget.value })}
            />
            <Checkbox
                label="The vertical axis starts at 0"
                checked={yAxisMin === 'zero'}
                onChange={({ currentTarget }) => edit({ yAxisMin: currentTarget.checked ? 'zero' : 'auto' })}
            />
            {metricName && (
                <Stack gap={4}>
                    <Text size="sm" fw={550}>
                        Preview
                    </Text>
                    <MetricValues chart={body} label={`Preview of ${metricName}`} isCompared={false} height={140} />
                </Stack>
            )}
        </FormDialog>
    );
}

interface LabelsProps {
    chart: NewChart;
    selected: NewChart['labelSelectors'];
    onChange: (selected: NewChart['labelSelectors']) => void;
}

/** One series per selected value of a label. */
function Labels({ chart, selected, onChange }: LabelsProps) {
    const known = useMetricValues({ ...chart, timeRange: 'hour', labelSelectors: {} });
    const labels = Object.entries(known.data?.labels ?? {}).filter(([name]) => !HIDDEN_LABELS.has(name));
    if (labels.length === 0) return null;
    return (
        <Group grow align="flex-start" wrap="wrap" preventGrowOverflow={false}>
            {labels.map(([name, values]) => (
                <MultiSelect
                    key={name}
                    label={`Split by ${name}`}
                    miw={200}
                    searchable
                    clearable
                    data={[
                        { value: EVERY, label: 'Every value' },
                        ...values
                            .filter((value) => value !== EVERY)
                            .map((value) => ({ value, label: value || '(none)' })),
                    ]}
                    value={selected[name] ?? []}
                    onChange={(chosen) => {
                        const { [name]: _, ...others } = selected;
                        // Every value, or some of them.
                        const list = chosen.at(-1) === EVERY ? [EVERY] : chosen.filter((value) => value !== EVERY);
                        onChange(list.length === 0 ? others : { ...others, [name]: list });
                    }}
                />
            ))}
        </Group>
    );
}

/** Labels that say how a metric was sent, not what it is about. */
const HIDDEN_LABELS = new Set(['type', 'metric_type']);
