import { ActionIcon, Alert, Button, Group, Modal, Stack, Text, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy, IconKey } from '@tabler/icons-react';
import { useRef } from 'react';
import classes from './Secret.module.css';

/** Text with a copy button. Browsers allow copying only on HTTPS pages; elsewhere the text is selected instead. */
export function Copyable({ text, label = 'Copy' }: { text: string; label?: string }) {
    const code = useRef<HTMLElement>(null);
    const { copied, copy, error } = useClipboard();
    // Multi-line text scrolls horizontally, which must be possible with the keyboard.
    const tabIndex = text.includes('\n') ? 0 : undefined;
    return (
        <div className={classes['copyable']}>
            <code ref={code} tabIndex={tabIndex}>
                {text}
            </code>
            <Tooltip label={copied ? 'Copied' : error ? 'Selected: copy it with Ctrl C or ⌘ C' : label}>
                <ActionIcon
                    aria-label={label}
                    onClick={() => {
                        if (code.current) getSelection()?.selectAllChildren(code.current);
                        copy(text);
                    }}
                >
                    {copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
                </ActionIcon>
            </Tooltip>
        </div>
    );
}

/** Shows a secret that is displayed only once. A click outside does not close the dialog. */
export function SecretDialog({
    title,
    secret,
    hint = 'Store it like a password. If you lose it, delete it and create a new one.',
    onClose,
}: {
    title: string;
    hint?: string;
    secret: string | undefined;
    onClose: () => void;
}) {
    return (
        <Modal
            opened={secret !== undefined}
            onClose={onClose}
            closeOnClickOutside={false}
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
                    {hint}
                </Text>
                <Group justify="flex-end">
                    <Button variant="default" onClick={onClose}>
                        Done
                    </Button>
                </Group>
            </Stack>
        </Modal>
    );
}
