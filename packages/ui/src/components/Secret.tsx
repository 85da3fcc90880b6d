import { ActionIcon, Alert, CopyButton, Modal, Stack, Text, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy, IconKey } from '@tabler/icons-react';
import classes from './Secret.module.css';

export function Copyable({ text, label = 'Copy' }: { text: string; label?: string }) {
    // Several lines scroll sideways, which must be possible with the keyboard.
    const tabIndex = text.includes('\n') ? 0 : undefined;
    return (
        <div className={classes['copyable']}>
            <code tabIndex={tabIndex}>{text}</code>
            <CopyButton value={text}>
                {({ copied, copy }) => (
                    <Tooltip label={copied ? 'Copied' : label}>
                        <ActionIcon aria-label={label} onClick={copy}>
                            {copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
                        </ActionIcon>
                    </Tooltip>
                )}
            </CopyButton>
        </div>
    );
}

/** Shows what is shown once. */
export function SecretDialog({
    title,
    secret,
    onClose,
}: {
    title: string;
    secret: string | undefined;
    onClose: () => void;
}) {
    return (
        <Modal
            opened={secret !== undefined}
            onClose={onClose}
            title={title}
            size="lg"
            closeButtonProps={{ 'aria-label': 'Close' }}
        >
            <Stack gap="sm">
                <Alert color="brass" icon={<IconKey size={16} />}>
                    Copy it now: it is not shown again.
                </Alert>
                <Copyable text={secret ?? ''} />
                <Text size="xs" c="dimmed">
                    Keep it like a password. Whoever lost one deletes it and makes another.
                </Text>
            </Stack>
        </Modal>
    );
}
