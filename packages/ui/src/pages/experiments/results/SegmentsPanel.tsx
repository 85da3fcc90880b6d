import { Alert, Anchor, Group, Select, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Panel } from '../../../components/layout/Panel.tsx';
import { QueryContent, Rows } from '../../../components/layout/States.tsx';
import { count } from '../../../components/text/numbers.ts';
import { type Experiment, type ResultsView, type Segment, useSegmentResults } from '../experiment.queries.ts';
import { ForestPlot, type ForestRow } from './ForestPlot.tsx';
import { aboutMetric } from './metric-rows.ts';

interface Props {
    experiment: Experiment;
    view: ResultsView;
}

/** The effects by the values of a context field. */
export function SegmentsPanel({ experiment, view }: Props) {
    const [field, setField] = useState<string>();
    const query = useSegmentResults(experiment, view, field);
    const fields = useSegmentResults(experiment, view).data?.fields ?? [];
    const [key, setKey] = useState<string>();
    const primary = experiment.metrics.find(({ role }) => role === 'primary');
    const metric = experiment.metrics.find((each) => each.key === key) ?? primary;
    if (!metric) return null;
    const rowOf = ({ value, units, metrics }: Segment): ForestRow[] => {
        const result = metrics.find((each) => each.key === metric.key);
        const about = count(units, 'user');
        if (!result) return [];
        if (value === '(other)') return [{ name: 'Others', about: `${about}, fewer than 100 each`, metric, result }];
        return [{ name: value ?? 'Unknown', about, metric, result }];
    };
    return (
        <Panel
            title="Segments"
            about="Whether the effect differs between groups of users."
            actions={
                fields.length > 0 && (
                    <Group gap={8}>
                        {field !== undefined && (
                            <Select
                                size="xs"
                                aria-label="Metric"
                                data={experiment.metrics.map((each) => each.key)}
                                value={metric.key}
                                onChange={(value) => setKey(value ?? undefined)}
                            />
                        )}
                        <Select
                            size="xs"
                            aria-label="Context field"
                            placeholder="Choose a context field"
                            data={fields}
                            value={field ?? null}
                            onChange={(value) => setField(value ?? undefined)}
                        />
                    </Group>
                )
            }
        >
            <QueryContent query={query} skeleton={<Rows count={3} />}>
                {({ state, reason, segments, comparisons }) => {
                    if (fields.length === 0) return <NoFields experiment={experiment} />;
                    if (field === undefined) {
                        return (
                            <Text size="sm" c="dimmed">
                                Choose a context field to split the users by.
                            </Text>
                        );
                    }
                    if (state !== 'computed') {
                        return (
                            <Alert color={state === 'withheld' ? 'brass' : 'gray'} role="status">
                                {reason ?? (state === 'withheld' ? 'The segments are withheld.' : 'No data.')}
                            </Alert>
                        );
                    }
                    return (
                        <Stack gap="md">
                            {comparisons > 1 && (
                                <Alert color="brass" role="status" icon={<IconAlertTriangle size={16} />}>
                                    {comparisons} comparisons were made. Of so many, some look like a difference by
                                    chance. Take them as questions for the next experiment, not as a result of this one.
                                </Alert>
                            )}
                            <ForestPlot
                                label={`Effects by ${field}`}
                                heading={field}
                                groups={[
                                    { title: `${metric.key}: ${aboutMetric(metric)}`, rows: segments.flatMap(rowOf) },
                                ]}
                                isBayesian={view.view === 'bayesian'}
                            />
                        </Stack>
                    );
                }}
            </QueryContent>
        </Panel>
    );
}

const NoFields = ({ experiment: { project } }: { experiment: Experiment }) => (
    <Text size="sm" c="dimmed">
        This project stores no context fields with outcomes, so there is nothing to split by.{' '}
        <Anchor
            inherit
            underline="always"
            renderRoot={(props) => (
                <Link
                    to="/projects/$projectId"
                    params={{ projectId: project }}
                    search={{ tab: 'experiments' }}
                    {...props}
                />
            )}
        >
            Choose the fields to store
        </Anchor>
    </Text>
);
