import { Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { cloneElement, type ReactElement, type ReactNode, useState } from 'react';
import { FormDialog } from './FormDialog.tsx';

interface Props {
    title: string;
    children: ReactNode;
    verb: string;
    /** The name that must be typed to confirm an irreversible action. */
    typed?: string | undefined;
    action: () => Promise<unknown>;
    isSafe?: boolean;
}

interface ConfirmProps extends Props {
    trigger: ReactElement<{ onClick?: () => void }>;
}

/** Asks for confirmation before an action that is hard to undo. */
export function Confirm({ trigger, ...question }: ConfirmProps) {
    const [opened, dialog] = useDisclosure();
    return (
        <>
            {cloneElement(trigger, { onClick: dialog.open })}
            <ConfirmDialog {...question} opened={opened} onClose={dialog.close} />
        </>
    );
}

interface DialogProps extends Props {
    opened: boolean;
    onClose: () => void;
}

/** The dialog alone, for triggers that disappear, such as menu items. */
export function ConfirmDialog({ title, children, verb, typed, action, isSafe, opened, onClose }: DialogProps) {
    const [text, setText] = useState('');
    const [isBusy, setIsBusy] = useState(false);
    const [error, setError] = useState<unknown>();
    async function run() {
        setIsBusy(true);
        setError(undefined);
        try {
            await action();
            onClose();
        } catch (problem) {
            setError(problem);
        } finally {
            setIsBusy(false);
        }
    }
    return (
        <FormDialog
            title={title}
            opened={opened}
            onClose={onClose}
            onSubmit={() => void run()}
            submit={verb}
            // The typed name is not worth a warning about unsaved input.
            isDirty={false}
            isBusy={isBusy}
            isDangerous={!isSafe}
            {...(typed === undefined && { safeButton: isSafe ? 'submit' : 'cancel' })}
            isDisabled={typed !== undefined && text !== typed}
            error={error}
        >
            <Text size="sm" component="div">
                {children}
            </Text>
            {typed !== undefined && (
                <TextInput
                    label={`Type ${typed} to confirm`}
                    value={text}
                    onChange={(event) => setText(event.currentTarget.value)}
                    data-autofocus
                />
            )}
        </FormDialog>
    );
}
