import { ActionIcon, Button, Group, Menu, SimpleGrid, Skeleton, Stack, Switch } from '@mantine/core';
import { IconChartLine, IconDotsVertical, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { ListedEvent } from '../../api/types.ts';
import { PermissionControl, PermissionMenuItem } from '../../components/access/PermissionControl.tsx';
import { Panel } from '../../components/layout/Panel.tsx';
import { Empty, QueryContent } from '../../components/layout/States.tsx';
import { MAX_MARKERS, useEvents } from '../events/event.queries.ts';
import { ChartDialog } from './ChartDialog.tsx';
import { MODE_LABELS, RANGE_LABELS } from './chart-words.ts';
import { MetricValues } from './MetricValues.tsx';
import {
    type ChartPlace,
    type Metric,
    type MetricChart,
    useDeleteChart,
    useMetricCharts,
    useMetrics,
} from './metric.queries.ts';
import { SendData } from './SendData.tsx';

/** The metric that Halyard counts itself. */
const EVALUATIONS = 'flag_evaluations_total';

/** The charts of a flag, a project or the instance, with the changes of the flag or the project as markers. */
export function MetricCharts({ place }: { place: ChartPlace }) {
    const metrics = useMetrics();
    const charts = useMetricCharts(place);
    const { projectId: project, featureName: feature } = place;
    const { data: changes } = useEvents({ project, feature }, 0, MAX_MARKERS);
    const [edited, setEdited] = useState<MetricChart | 'new'>();
    const [isCompared, setIsCompared] = useState(false);
    return (
        <QueryContent query={metrics} skeleton={<Skeleton height={240} aria-busy="true" />}>
            {({ metrics: known }) => (
                <QueryContent query={charts} skeleton={<Skeleton height={240} aria-busy="true" />}>
                    {(list) => (
                        <Stack gap="md">
                            {list.length > 0 && (
                                <Toolbar
                                    place={place}
                                    isCompared={isCompared}
                                    onCompare={setIsCompared}
                                    onAdd={() => setEdited('new')}
                                />
                            )}
                            {list.length === 0 && known.length > 0 && (
                                <Empty
                                    title="No charts yet"
                                    icon={<IconChartLine size={22} />}
                                    action={<AddButton place={place} onClick={() => setEdited('new')} />}
                                >
                                    {`Applications report ${known.length} ${known.length === 1 ? 'metric' : 'metrics'}. Select one to see it next to the changes${feature ? ' of this flag' : ''}.`}
                                </Empty>
                            )}
                            <SimpleGrid cols={{ base: 1, lg: 2 }}>
                                {list.map((chart) => (
                                    <ChartPanel
                                        key={chart.id}
                                        place={place}
                                        chart={chart}
                                        events={changes?.events ?? []}
                                        isCompared={isCompared}
                                        onEdit={() => setEdited(chart)}
                                    />
                                ))}
                            </SimpleGrid>
                            {known.every(({ name }) => name === EVALUATIONS) && <SendData />}
                            {edited && (
                                <ChartDialog
                                    place={place}
                                    metrics={withChartMetric(known, edited)}
                                    chart={edited === 'new' ? undefined : edited}
                                    onClose={() => setEdited(undefined)}
                                />
                            )}
                        </Stack>
                    )}
                </QueryContent>
            )}
        </QueryContent>
    );
}

/** A chart keeps its metric after applications stopped reporting it. */
function withChartMetric(known: readonly Metric[], edited: MetricChart | 'new'): readonly Metric[] {
    if (edited === 'new' || known.some(({ name }) => name === edited.metricName)) return known;
    const { metricName: name, displayName, source, aggregationMode } = edited;
    return [
        ...known,
        { name, displayName, source, help: '', modes: [aggregationMode], labelNames: [], environments: [] },
    ];
}

interface ToolbarProps {
    place: ChartPlace;
    isCompared: boolean;
    onCompare: (isCompared: boolean) => void;
    onAdd: () => void;
}

const Toolbar = ({ place, isCompared, onCompare, onAdd }: ToolbarProps) => (
    <Group justify="flex-end" gap="md">
        <Switch
            size="sm"
            label="Compare with the period before"
            checked={isCompared}
            onChange={({ currentTarget }) => onCompare(currentTarget.checked)}
        />
        <AddButton place={place} onClick={onAdd} />
    </Group>
);

/** Charts of a flag belong to its project, all others to the instance. */
const permissionFor = ({ projectId, featureName }: ChartPlace) =>
    featureName === undefined
        ? ({ to: 'UPDATE_IMPACT_METRICS' } as const)
        : ({ to: 'UPDATE_FEATURE', project: projectId } as const);

const AddButton = ({ place, onClick }: { place: ChartPlace; onClick: () => void }) => (
    <PermissionControl {...permissionFor(place)}>
        <Button leftSection={<IconPlus size={15} />} onClick={onClick}>
            Add a chart
        </Button>
    </PermissionControl>
);

interface PanelProps {
    place: ChartPlace;
    chart: MetricChart;
    events: readonly ListedEvent[];
    isCompared: boolean;
    onEdit: () => void;
}

function ChartPanel({ place, chart, events, isCompared, onEdit }: PanelProps) {
    const remove = useDeleteChart(place);
    const { title, displayName, metricName, aggregationMode, timeRange } = chart;
    const name = title || displayName || metricName;
    return (
        <Panel
            title={name}
            about={`${MODE_LABELS[aggregationMode]}, ${RANGE_LABELS[timeRange].toLowerCase()}`}
            actions={
                chart.mode === 'write' && (
                    <Menu>
                        <Menu.Target>
                            <ActionIcon variant="default" aria-label={`Actions for the chart ${name}`}>
                                <IconDotsVertical size={16} />
                            </ActionIcon>
                        </Menu.Target>
                        <Menu.Dropdown>
                            <PermissionMenuItem
                                {...permissionFor(place)}
                                leftSection={<IconPencil size={15} />}
                                onClick={onEdit}
                            >
                                Change…
                            </PermissionMenuItem>
                            <PermissionMenuItem
                                {...permissionFor(place)}
                                leftSection={<IconTrash size={15} />}
                                color="red"
                                onClick={() => remove.mutate(chart)}
                            >
                                Remove
                            </PermissionMenuItem>
                        </Menu.Dropdown>
                    </Menu>
                )
            }
        >
            <MetricValues chart={chart} label={name} events={events} isCompared={isCompared} />
        </Panel>
    );
}
