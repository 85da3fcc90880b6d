import { Badge, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { Empty, QueryContent } from '../../../components/layout/States.tsx';
import { Table } from '../../../components/lists/Table.tsx';
import { count } from '../../../components/text/numbers.ts';
import { RelativeTime } from '../../../components/time/time.tsx';
import classes from './SignalLog.module.css';
import { type Signal, type SignalEndpoint, useReceivedSignals } from './signal.queries.ts';
import { describeResults, RESULT_WORDS, SIGNAL_ACTION_LABELS } from './signal-rules.ts';

interface Props {
    projectId: string;
    endpoint: SignalEndpoint;
    onClose: () => void;
}

/** The newest signals that an endpoint received, and what its rules did. */
export function SignalLog({ projectId, endpoint: { id, name }, onClose }: Props) {
    const signals = useReceivedSignals(projectId, id);
    return (
        <Modal
            opened
            onClose={onClose}
            title={`Signals received by ${name}`}
            size="xl"
            closeButtonProps={{ 'aria-label': 'Close' }}
        >
            <Stack gap="sm">
                <QueryContent query={signals}>
                    {(rows) =>
                        rows.length === 0 ? (
                            <Empty title="No signals yet" icon={<IconHistory size={22} />}>
                                The newest 100 signals are shown here, with what each rule did.
                            </Empty>
                        ) : (
                            <Table
                                label="Received signals"
                                rows={rows}
                                rowKey={(signal) => signal.id}
                                columns={[
                                    {
                                        title: 'Received',
                                        isMain: true,
                                        width: 140,
                                        cell: ({ createdAt, repeats }) => (
                                            <>
                                                <RelativeTime at={createdAt} />
                                                {repeats > 0 && (
                                                    <Text size="xs" c="dimmed">
                                                        and {count(repeats, 'repetition')}
                                                    </Text>
                                                )}
                                            </>
                                        ),
                                    },
                                    { title: 'URL', width: 130, isExtra: true, cell: ({ tokenName }) => tokenName },
                                    { title: 'What it did', cell: ({ results }) => describeResults(results) },
                                ]}
                                detail={(signal) => <SignalDetail signal={signal} />}
                            />
                        )
                    }
                </QueryContent>
                <Group justify="flex-end">
                    <Button variant="default" onClick={onClose}>
                        Close
                    </Button>
                </Group>
            </Stack>
        </Modal>
    );
}

const COLOURS: Record<Signal['results'][number]['outcome'], string> = {
    'not matched': 'gray',
    'dry run': 'blue',
    done: 'green',
    unchanged: 'gray',
    refused: 'red',
};

const SignalDetail = ({ signal: { results, payload } }: { signal: Signal }) => (
    <Stack gap="xs">
        {results.map(({ feature, environment, action, outcome, reason }, index) => (
            // Several rules may be about the same flag.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <div key={index}>
                <Group gap={8}>
                    <Badge color={COLOURS[outcome]}>{RESULT_WORDS[outcome]}</Badge>
                    <Text size="sm">
                        {SIGNAL_ACTION_LABELS[action]}: {feature} in {environment}
                    </Text>
                </Group>
                {reason && (
                    <Text size="xs" c="dimmed">
                        {reason}
                    </Text>
                )}
            </div>
        ))}
        {/* A region that scrolls must be reachable by keyboard. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
        <pre className={`mono ${classes['payload']}`} tabIndex={0}>
            {payload === null ? 'The signal was too large to be stored.' : JSON.stringify(payload, null, 2)}
        </pre>
    </Stack>
);
