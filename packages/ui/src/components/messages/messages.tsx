import { Button, Group, Text } from '@mantine/core';
import {
    hideNotification,
    type NotificationData,
    Notifications,
    notificationsStore,
    showNotification,
    updateNotification,
} from '@mantine/notifications';
import '@mantine/notifications/styles.layer.css';
import { IconAlertTriangle, IconCheck, IconPlugConnectedX, IconUsersGroup } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { messagesToHide } from './message-stack.ts';
import type { NotificationAction, ShownOutcome } from './notification.ts';

const closeButtonProps = { 'aria-label': 'Dismiss' };

const POSITION = 'bottom-right';

/** The space below and above the messages. */
const GAP = 32;

/** The time to read the message and to reach the undo button, including by keyboard. */
const MESSAGE_DURATION_MS = 15_000;

/** The container of the messages. */
export function Messages() {
    useSpaceBelow();
    // The limit is enforced in `show`: Mantine's limit would queue new messages instead of hiding old ones.
    return (
        <Notifications
            position={POSITION}
            // Without a portal, the element exists after the first render, so that its height can be observed.
            withinPortal={false}
            limit={Number.MAX_SAFE_INTEGER}
            autoClose={5_000}
        />
    );
}

/** Adds space below the page, so that its end can be scrolled above the messages. */
function useSpaceBelow(): void {
    useEffect(() => {
        const stack = document.querySelector(`.mantine-Notifications-root[data-position="${POSITION}"]`);
        if (!stack) return;
        const root = document.documentElement;
        const sized = new ResizeObserver(([entry]) => {
            const height = Math.ceil(entry?.contentRect.height ?? 0);
            root.style.setProperty('--message-height', `${height > 0 ? height + GAP : 0}px`);
        });
        sized.observe(stack);
        return () => {
            sized.disconnect();
            root.style.removeProperty('--message-height');
        };
    }, []);
}

function show(message: NotificationData): string {
    const shown = notificationsStore.getState().notifications;
    const candidates = shown.flatMap(({ id, autoClose }) => (id ? [{ id, stays: autoClose === false }] : []));
    for (const old of messagesToHide(candidates)) hideNotification(old);
    return showNotification({ ...message, closeButtonProps });
}

export function showDone(message: string, action?: NotificationAction): void {
    showMessage({ message, action, icon: <IconCheck size={16} />, color: 'green' });
}

export function showOffer(message: string, action: NotificationAction): void {
    showMessage({ message, action: { ...action, stays: true }, icon: <IconUsersGroup size={16} />, color: 'tide' });
}

interface Notification {
    message: string;
    action: NotificationAction | undefined;
    icon: ReactNode;
    color: string;
}

function showMessage({ message, action, icon, color }: Notification): void {
    const act = () => {
        hideNotification(id);
        action?.run();
    };
    const id = show({
        icon,
        color,
        ...(action && { autoClose: action.stays ? false : MESSAGE_DURATION_MS }),
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

export function showFailure(message: string): void {
    show({
        icon: <IconAlertTriangle size={16} />,
        color: 'red',
        title: 'Something went wrong',
        message,
        autoClose: 8_000,
    });
}

const OUTCOMES: Record<ShownOutcome['outcome'], { title: string; color: string; icon: ReactNode }> = {
    pending: { title: 'Outcome unknown', color: 'brass', icon: <IconPlugConnectedX size={16} /> },
    applied: { title: 'Applied', color: 'green', icon: <IconCheck size={16} /> },
    'not-applied': { title: 'Not applied', color: 'red', icon: <IconAlertTriangle size={16} /> },
    unknown: { title: 'Outcome unknown', color: 'brass', icon: <IconPlugConnectedX size={16} /> },
};

/** Stays until it is dismissed, because the user must see the outcome of the change. */
export function showOutcome(id: string, { outcome, message }: ShownOutcome): void {
    const shown = { id, message, autoClose: false as const, closeButtonProps, ...OUTCOMES[outcome] };
    const isShown = notificationsStore.getState().notifications.some((each) => each.id === id);
    if (isShown) updateNotification(shown);
    else show(shown);
}
