import { Button, Group, Text } from '@mantine/core';
import { hideNotification, Notifications, showNotification } from '@mantine/notifications';
import '@mantine/notifications/styles.layer.css';
import { IconAlertTriangle, IconCheck, IconUsersGroup } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Action } from './notify.ts';

const closeButtonProps = { 'aria-label': 'Dismiss' };

/** Where everything is told. */
export const Messages = () => <Notifications position="bottom-right" limit={4} autoClose={5_000} />;

export function tellDone(message: string, action?: Action): void {
    show({ message, action, icon: <IconCheck size={16} />, color: 'green' });
}

export function tellOffer(message: string, action: Action): void {
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

export function tellFailure(message: string): void {
    showNotification({
        icon: <IconAlertTriangle size={16} />,
        color: 'red',
        closeButtonProps,
        title: 'That did not work',
        message,
        autoClose: 8_000,
    });
}
