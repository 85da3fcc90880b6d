import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { FormEvent, ReactNode } from 'react';
import { messageOf } from '../api/client.ts';
import { useFocusBack } from './use-focus-back.ts';

interface Props {
    title: string;
    opened: boolean;
    onClose: () => void;
    onSubmit: (event?: FormEvent<HTMLFormElement>) => void;
    /** The verb on the button. */
    submit: string;
    isBusy?: boolean;
    isDangerous?: boolean;
    isDisabled?: boolean;
    error?: unknown;
    size?: string | number;
    children?: ReactNode;
}

/** A question with an answer to send: what went wrong is said where it was asked. */
export function FormDialog({
    title,
    opened,
    onClose,
    onSubmit,
    submit,
    isBusy,
    isDangerous,
    isDisabled,
    error,
    size,
    children,
}: Props) {
    useFocusBack(opened);
    return (
        <Modal
            opened={opened}
            onClose={onClose}
            title={title}
            size={size ?? 'md'}
            closeButtonProps={{ 'aria-label': 'Close' }}
        >
            <form
                noValidate
                onSubmit={(event) => {
                    event.preventDefault();
                    // A dialog may stand inside another form's tree.
                    event.stopPropagation();
                    onSubmit(event);
                }}
            >
                <Stack gap="sm">
                    {children}
                    {error !== undefined && error !== null && (
                        <Alert color="red" icon={<IconAlertTriangle size={16} />} role="alert">
                            {messageOf(error)}
                        </Alert>
                    )}
                    <Group justify="flex-end" gap="xs" mt="xs">
                        <Button variant="default" onClick={onClose}>
                            Cancel
                        </Button>
                        <Button
                            type="submit"
                            loading={isBusy ?? false}
                            disabled={isDisabled ?? false}
                            color={isDangerous ? 'red' : undefined}
                        >
                            {submit}
                        </Button>
                    </Group>
                </Stack>
            </form>
        </Modal>
    );
}
