import { Button, Group, Text } from '@mantine/core';
import { hideNotification, showNotification } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconUsersGroup } from '@tabler/icons-react';
import type { ReactNode } from 'react';

const closeButtonProps = { 'aria-label': 'Dismiss' };

interface Action {
    label: string;
    run: () => void;
    /** It can be used for as long as nobody dismisses it. */
    stays?: boolean;
}

/** Says what happened, and what can be done about it: how to take it back, or where to find it. */
export function notify(message: string, action?: Action): void {
    show({ message, action, icon: <IconCheck size={16} />, color: 'green' });
}

/** Says why something did not happen, and what would. */
export function offer(message: string, action: Action): void {
    show({ message, action: { ...action, stays: true }, icon: <IconUsersGroup size={16} />, color: 'tide' });
}

interface Shown {
    message: string;
    action: Action | undefined;
    icon: ReactNode;
    color: string;
}

function show({ message, action, icon, color }: Shown): void {
    const act = () => {
        hideNotification(id);
        action?.run();
    };
    const id = showNotification({
        icon,
        color,
        closeButtonProps,
        ...(action?.stays && { autoClose: false }),
        message: (
            <Group justify="space-between" gap="sm" wrap="nowrap">
                <Text size="sm">{message}</Text>
                {action && (
                    <Button size="compact-xs" variant="default" onClick={act} flex="none">
                        {action.label}
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
