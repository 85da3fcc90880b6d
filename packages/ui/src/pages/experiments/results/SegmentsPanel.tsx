import { Alert, Select, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Panel } from '../../../components/layout/Panel.tsx';
import { QueryContent, Rows } from '../../../components/layout/States.tsx';
import { formatNumber } from '../../../components/text/numbers.ts';
import { type Experiment, type ResultsView, useSegmentResults } from '../experiment.queries.ts';
import { ForestPlot } from './ForestPlot.tsx';

interface Props {
    experiment: Experiment;
    view: ResultsView;
}

/** The effects by the values of a context field. */
export function SegmentsPanel({ experiment, view }: Props) {
    const [field, setField] = useState<string>();
    const query = useSegmentResults(experiment, view, field);
    const fields = query.data?.fields ?? [];
    return (
        <Panel
            title="Segments"
            about="Whether the effect differs between groups of users."
            actions={
                fields.length > 0 && (
                    <Select
                        size="xs"
                        aria-label="Context field"
                        placeholder="Choose a context field"
                        data={fields}
                        value={field ?? null}
                        onChange={(value) => setField(value ?? undefined)}
                    />
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
                                    {comparisons} comparisons are shown. Of so many, some look like a difference by
                                    chance. Take them as questions for the next experiment, not as a result of this one.
                                </Alert>
                            )}
                            {segments.map(({ value, units, metrics }) => {
                                const name = value ?? 'Unknown';
                                return (
                                    <section key={name} aria-label={`Segment ${name}`}>
                                        <Text size="sm" fw={600} mb={4}>
                                            {value === '(other)'
                                                ? 'Other values, each with fewer than 100 users'
                                                : name}{' '}
                                            <Text span size="xs" c="dimmed">
                                                {formatNumber(units)} users
                                            </Text>
                                        </Text>
                                        <ForestPlot
                                            label={`Effects in segment ${name}`}
                                            metrics={experiment.metrics}
                                            results={metrics}
                                            isBayesian={view.view === 'bayesian'}
                                        />
                                    </section>
                                );
                            })}
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
        <Link to="/projects/$projectId" params={{ projectId: project }} search={{ tab: 'experiments' }}>
            Choose the fields to store
        </Link>
    </Text>
);
