import { Button, Group, Text } from '@mantine/core';
import { hideNotification, showNotification } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';

const closeButtonProps = { 'aria-label': 'Dismiss' };

/** Says what happened, and how to take it back where that is possible; in production for as long as nobody dismisses it. */
export function notify(message: string, undo?: () => void, { stays = false } = {}): void {
    const takeBack = () => {
        hideNotification(id);
        undo?.();
    };
    const id = showNotification({
        icon: <IconCheck size={16} />,
        color: 'green',
        closeButtonProps,
        ...(stays && undo && { autoClose: false }),
        message: (
            <Group justify="space-between" gap="sm" wrap="nowrap">
                <Text size="sm">{message}</Text>
                {undo && (
                    <Button size="compact-xs" variant="default" onClick={takeBack} flex="none">
                        Undo
                    </Button>
                )}
            </Group>
        ),
    });
}

export function notifyFailure(message: string): void {
    showNotification({
        icon: <IconAlertTriangle size={16} />,
        color: 'red',
        closeButtonProps,
        title: 'That did not work',
        message,
        autoClose: 8_000,
    });
}
