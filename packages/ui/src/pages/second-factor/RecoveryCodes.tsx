import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconDownload, IconKey } from '@tabler/icons-react';
import { Copyable } from '../../components/forms/Secret.tsx';
import classes from './RecoveryCodes.module.css';

/** New recovery codes, which are shown once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
    const text = codes.join('\n');
    return (
        <Stack gap="sm">
            <Alert color="brass" icon={<IconKey size={16} />}>
                Store these recovery codes now: they are not shown again.
            </Alert>
            <Text size="sm">Each code signs you in once if you lose your second factor.</Text>
            <div className={classes['codes']}>
                <Copyable text={text} label="Copy the recovery codes" />
            </div>
            <Group justify="flex-end">
                <Button
                    component="a"
                    variant="default"
                    leftSection={<IconDownload size={15} />}
                    href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
                    download="halyard-recovery-codes.txt"
                >
                    Download
                </Button>
                <Button onClick={onDone}>I have stored them</Button>
            </Group>
        </Stack>
    );
}

export function RecoveryCodesDialog({ codes, onDone }: { codes: readonly string[] | undefined; onDone: () => void }) {
    return (
        <Modal
            opened={codes !== undefined}
            onClose={onDone}
            closeOnClickOutside={false}
            closeOnEscape={false}
            withCloseButton={false}
            title="Recovery codes"
        >
            <RecoveryCodes codes={codes ?? []} onDone={onDone} />
        </Modal>
    );
}
