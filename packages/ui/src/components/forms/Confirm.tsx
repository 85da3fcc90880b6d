import { Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { cloneElement, type ReactElement, type ReactNode, useState } from 'react';
import { FormDialog } from './FormDialog.tsx';

interface Props {
    title: string;
    children: ReactNode;
    verb: string;
    /** The name that must be typed to confirm an irreversible action. */
    typed?: string;
    action: () => Promise<unknown>;
    isSafe?: boolean;
    trigger: ReactElement<{ onClick?: () => void }>;
}

/** Asks for confirmation before an action that is hard to undo. */
export function Confirm({ title, children, verb, typed, action, isSafe, trigger }: Props) {
    const [opened, dialog] = useDisclosure();
    const [text, setText] = useState('');
    const [isBusy, setIsBusy] = useState(false);
    const [error, setError] = useState<unknown>();
    async function run() {
        setIsBusy(true);
        setError(undefined);
        try {
            await action();
            dialog.close();
        } catch (problem) {
            setError(problem);
        } finally {
            setIsBusy(false);
        }
    }
    return (
        <>
            {cloneElement(trigger, { onClick: dialog.open })}
            <FormDialog
                title={title}
                opened={opened}
                onClose={dialog.close}
                onSubmit={() => void run()}
                submit={verb}
                // The typed name is not worth a warning about unsaved input.
                isDirty={false}
                isBusy={isBusy}
                isDangerous={!isSafe}
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
        </>
    );
}
