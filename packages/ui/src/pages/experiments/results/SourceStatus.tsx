import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconDatabase, IconRefresh } from '@tabler/icons-react';
import { PermissionControl } from '../../../components/access/PermissionControl.tsx';
import { RelativeTime } from '../../../components/time/time.tsx';
import { useRefreshResults } from '../data-sources/data-source.queries.ts';
import type { Experiment, Results } from '../experiment.queries.ts';

interface Props {
    experiment: Experiment;
    source: NonNullable<Results['source']>;
}

/** The source of the numbers, their age, and the outcome of the last query. */
export function SourceStatus({ experiment, source }: Props) {
    const { name, state, reason, computedAt, attemptedAt, nextAt } = source;
    const refresh = useRefreshResults(experiment);
    const age = computedAt ? (
        <>
            Data source {name}, numbers of <RelativeTime at={computedAt} />.
        </>
    ) : (
        <>Data source {name} has returned no numbers yet.</>
    );
    const next = nextAt && (
        <>
            {' '}
            Next query: <RelativeTime at={nextAt} />.
        </>
    );
    return (
        <>
            {state === 'failed' && (
                <Alert
                    color="red"
                    role="alert"
                    icon={<IconAlertTriangle size={18} />}
                    title={computedAt ? 'The last query failed: the numbers are old' : 'The query failed'}
                >
                    {reason} {attemptedAt && <RelativeTime at={attemptedAt} />}
                </Alert>
            )}
            <Group gap={8} wrap="nowrap">
                <IconDatabase size={16} aria-hidden="true" />
                <Text size="sm" flex={1}>
                    {age}
                    {next}
                </Text>
                <PermissionControl to="UPDATE_EXPERIMENT" project={experiment.project}>
                    <Button
                        size="xs"
                        variant="default"
                        leftSection={<IconRefresh size={14} />}
                        loading={refresh.isPending}
                        onClick={() => refresh.mutate({})}
                    >
                        Query now
                    </Button>
                </PermissionControl>
            </Group>
        </>
    );
}
