import { Badge, Button, Tooltip } from '@mantine/core';
import { IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import { useMay } from '../../components/may.ts';
import { ago } from '../../components/time.tsx';
import { useEventChain } from './event.queries.ts';

/** Whether nobody changed the log behind the service. Walking all of it is for those who ask. */
export function ChainBadge() {
    const may = useMay();
    const { data, dataUpdatedAt, isFetching, refetch } = useEventChain();
    if (!may('READ_LOGS')) return null;
    if (!data) {
        return (
            <Tooltip label="Checks the hashes of all events: whether any was changed, removed or inserted.">
                <Button
                    size="compact-xs"
                    variant="default"
                    leftSection={<IconShieldCheck size={13} />}
                    loading={isFetching}
                    onClick={() => void refetch()}
                >
                    Verify the log
                </Button>
            </Tooltip>
        );
    }
    return data.valid ? (
        <Tooltip
            label={`The hashes of all ${data.verified} events were checked ${ago(new Date(dataUpdatedAt))}: none was changed, removed or inserted.`}
        >
            <Badge color="green" leftSection={<IconShieldCheck size={12} />}>
                Verified chain
            </Badge>
        </Tooltip>
    ) : (
        <Tooltip label={`Event ${data.firstBroken?.id}: ${data.firstBroken?.reason}`}>
            <Badge color="red" leftSection={<IconShieldX size={12} />}>
                Chain broken
            </Badge>
        </Tooltip>
    );
}
