import { Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { cloneElement, type ReactElement, type ReactNode, useState } from 'react';
import { FormDialog } from './FormDialog.tsx';

interface Props {
    title: string;
    children: ReactNode;
    verb: string;
    /** For what cannot be undone: the name that must be typed. */
    typed?: string;
    action: () => Promise<unknown>;
    isSafe?: boolean;
    trigger: ReactElement<{ onClick?: () => void }>;
}

/** Asks before doing what is hard to take back. */
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
                // A name that was typed to be sure is no loss.
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
