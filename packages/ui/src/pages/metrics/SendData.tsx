import { SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import { Copyable } from '../../components/forms/Secret.tsx';
import { Panel } from '../../components/layout/Panel.tsx';
import { useUiConfig } from '../session/session.queries.ts';
import { METRIC_SNIPPETS, type MetricSnippet } from './metric-snippets.ts';
import { OutcomeSnippets } from './OutcomeSnippets.tsx';

const OUTCOMES = [
    { name: 'seen', about: 'When a user arrives:' },
    { name: 'purchase', value: 42, about: 'When the user did something:' },
];

/** Ways to send metrics and outcomes, ready to copy. */
export function SendData() {
    const { data: config } = useUiConfig();
    const url = config?.serviceUrl ?? location.origin;
    const [way, setWay] = useState<MetricSnippet>('node');
    return (
        <>
            <Panel
                title="Send metrics"
                about="Numbers that an application counts: requests, errors, latencies. Every way uses a client token."
            >
                <Stack gap="sm">
                    <SegmentedControl
                        size="xs"
                        aria-label="Source of metrics"
                        data={Object.entries(METRIC_SNIPPETS).map(([value, { label }]) => ({ value, label }))}
                        value={way}
                        onChange={(value) => setWay(value as MetricSnippet)}
                    />
                    <Copyable
                        text={METRIC_SNIPPETS[way].code({ url, token: '<a client token>' })}
                        label="Copy the lines for metrics"
                    />
                </Stack>
            </Panel>
            <Panel
                title="Send outcomes"
                about="What a user did: bought, signed up, saw an error. “seen” says that a user was there, so that rates have a denominator."
            >
                <Stack gap="sm">
                    <OutcomeSnippets lines={OUTCOMES} />
                </Stack>
            </Panel>
        </>
    );
}
