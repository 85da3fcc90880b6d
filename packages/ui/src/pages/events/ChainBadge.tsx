import { Badge, Button, Tooltip } from '@mantine/core';
import { IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import { messageOf } from '../../api/client.ts';
import { useMay } from '../../components/access/may.ts';
import { ago } from '../../components/time/time.tsx';
import { useLogVerification } from './log-verification.ts';

/** The result of the last log verification in this browser. It never starts a verification. */
export function ChainBadge() {
    const may = useMay();
    const { lastVerified, check } = useLogVerification();
    if (!may('READ_LOGS')) return null;
    const broken = check.data?.firstBroken;
    if (broken) {
        return (
            <Tooltip label={`Event ${broken.id}: ${broken.reason}`}>
                <Badge color="red" leftSection={<IconShieldX size={12} />} tabIndex={0}>
                    Chain broken at event {broken.id}
                </Badge>
            </Tooltip>
        );
    }
    const about = check.isError
        ? messageOf(check.error)
        : lastVerified
          ? `No event up to ${lastVerified.id} was changed, removed or inserted: checked ${ago(lastVerified.at)}. Click to verify newer events.`
          : 'Verifies the hashes of all events, to detect changed, removed and inserted events.';
    return (
        <Tooltip label={about} multiline maw={320}>
            <Button
                size="compact-xs"
                variant={lastVerified ? 'light' : 'default'}
                color={lastVerified ? 'green' : undefined}
                leftSection={<IconShieldCheck size={13} />}
                loading={check.isFetching}
                onClick={() => void check.refetch()}
            >
                {lastVerified ? `Verified up to ${lastVerified.id}` : 'Verify the log'}
            </Button>
        </Tooltip>
    );
}
