import { Badge, Button, Tooltip } from '@mantine/core';
import { IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import { messageOf } from '../../api/client.ts';
import { useMay } from '../../components/access/may.ts';
import { ago } from '../../components/time/time.tsx';
import { useLogProof } from './log-proof.ts';

/** The result of the last log verification in this browser. It never starts a verification. */
export function ChainBadge() {
    const may = useMay();
    const { proof, check } = useLogProof();
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
        : proof
          ? `No event up to ${proof.id} was changed, removed or inserted: checked ${ago(proof.at)}. Click to verify newer events.`
          : 'Verifies the hashes of all events, to detect changed, removed and inserted events.';
    return (
        <Tooltip label={about} multiline maw={320}>
            <Button
                size="compact-xs"
                variant={proof ? 'light' : 'default'}
                color={proof ? 'green' : undefined}
                leftSection={<IconShieldCheck size={13} />}
                loading={check.isFetching}
                onClick={() => void check.refetch()}
            >
                {proof ? `Verified up to ${proof.id}` : 'Verify the log'}
            </Button>
        </Tooltip>
    );
}
