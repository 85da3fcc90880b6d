import { isRecord } from '@halyard/engine';
import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { messageOf } from '../../api/client.ts';
import { DEFAULT_VIEW, useExperiment, useResults } from './experiment.queries.ts';
import { describeSample, verdictOf } from './verdict.ts';

interface Props {
    projectId: string;
    /** The payload of the proposed decision. */
    payload: unknown;
    /** When it was proposed. */
    at: string;
}

/** The evidence of a proposed decision: the results as they were recorded when it was proposed. */
export function DecisionEvidence({ projectId, payload, at }: Props) {
    const id = isRecord(payload) ? String(payload['experimentId']) : '';
    const experiment = useExperiment({ projectId, id });
    const results = useResults({ projectId, id }, { ...DEFAULT_VIEW, asOf: at });
    if (!experiment.data) return null;
    return (
        <Text size="sm" px={12} pb={8} component="p" m={0}>
            <Anchor
                inherit
                underline="always"
                renderRoot={(props) => (
                    <Link
                        to="/projects/$projectId/experiments/$experimentId"
                        params={{ projectId, experimentId: id }}
                        search={{}}
                        {...props}
                    />
                )}
            >
                {experiment.data.name}
            </Anchor>
            {': '}
            {results.data
                ? results.data.units.total === 0
                    ? 'no results had been recorded when this was proposed.'
                    : `when this was proposed, ${describeSample(experiment.data, results.data, Date.parse(results.data.at))}. ${verdictOf({ ...experiment.data, state: 'Running' }, results.data).sentence}`
                : results.error && `its results could not be loaded. ${messageOf(results.error)}`}
        </Text>
    );
}
