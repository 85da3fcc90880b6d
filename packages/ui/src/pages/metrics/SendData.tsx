import { SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Copyable } from '../../components/forms/Secret.tsx';
import { Panel } from '../../components/layout/Panel.tsx';
import { useUiConfig } from '../session/session.queries.ts';
import { SNIPPETS, type SnippetName } from '../welcome/snippets.ts';
import { METRIC_SNIPPETS, type MetricSnippet } from './metric-snippets.ts';
import { OUTCOME_LINES } from './outcome-lines.ts';

/** Ways to send metrics and outcomes, ready to copy. */
export function SendData() {
    const { data: config } = useUiConfig();
    const url = config?.serviceUrl ?? location.origin;
    const [way, setWay] = useState<MetricSnippet>('node');
    const [sdk, setSdk] = useState<SnippetName>('node');
    const isBackend = SNIPPETS[sdk].kind === 'backend';
    const outcomes = {
        url: `${url}/api/${isBackend ? 'client' : 'frontend'}/outcomes`,
        token: isBackend ? '<a client token>' : '<a frontend token>',
    };
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
                    <Select
                        label="Language"
                        w={260}
                        allowDeselect={false}
                        searchable
                        data={Object.entries(SNIPPETS).map(([value, { label }]) => ({ value, label }))}
                        value={sdk}
                        onChange={(value) => value && setSdk(value as SnippetName)}
                    />
                    <Text size="sm">When a user arrives:</Text>
                    <Copyable text={OUTCOME_LINES[sdk]({ ...outcomes, name: 'seen' })} label="Copy the line for seen" />
                    <Text size="sm">When the user did something:</Text>
                    <Copyable
                        text={OUTCOME_LINES[sdk]({ ...outcomes, name: 'purchase', value: 42 })}
                        label="Copy the line for an outcome"
                    />
                </Stack>
            </Panel>
        </>
    );
}
