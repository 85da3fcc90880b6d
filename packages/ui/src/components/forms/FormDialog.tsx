import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { type SubmitAlternative, SubmitButton } from '../SubmitButton.tsx';
import classes from './FormDialog.module.css';
import { FormError } from './FormError.tsx';
import { SubmitNote } from './SubmitNote.tsx';
import { SUBMIT_SHORTCUT, submitByShortcut } from './submit-shortcut.ts';
import { type SafeButton, useFirstFocus } from './use-first-focus.ts';
import { useFocusBack } from './use-focus-back.ts';
import { useUnsaved } from './use-unsaved.ts';

interface Props {
    title: string;
    opened?: boolean;
    onClose: () => void;
    onSubmit: (event?: FormEvent<HTMLFormElement>) => void;
    /** The label of the submit button. Without it, the dialog is read-only. */
    submit: string | undefined;
    /** Other ways to submit, in a menu next to the button. */
    alternatives?: readonly SubmitAlternative[] | undefined;
    /** Called by the back button of a second step. */
    onBack?: (() => void) | undefined;
    /** Whether closing asks for confirmation because input would be lost. By default, any input since the dialog opened counts. */
    isDirty?: boolean;
    isBusy?: boolean;
    isDangerous?: boolean;
    isDisabled?: boolean;
    /** The button that has the focus when the dialog opens. By default, the first field has it. */
    safeButton?: SafeButton | undefined;
    /** The missing input, shown next to the disabled submit button. */
    missing?: string | undefined;
    error?: unknown;
    size?: string | number;
    /** For content that loads later: the dialog has its final height from the beginning, so that its buttons do not move. */
    isSteady?: boolean;
    children?: ReactNode;
}

/** A dialog with a form. Errors are shown inside it. */
export function FormDialog(props: Props) {
    const {
        title,
        opened = true,
        onClose,
        onSubmit,
        submit,
        alternatives,
        onBack,
        isDirty,
        isBusy = false,
        isDangerous,
        isDisabled = false,
        safeButton,
        missing,
    } = props;
    const { error, size, isSteady = false, children } = props;
    const hasFailed = error !== undefined && error !== null;
    useFocusBack(opened);
    const unsent = useUnsent({ opened, isBusy, hasFailed });
    const { close, confirmation } = useUnsaved(opened && (isDirty ?? unsent.isThere), onClose);
    const form = useRef<HTMLFormElement>(null);
    const isBlocked = isDisabled || missing !== undefined;
    const firstFocus = useFirstFocus(form, { opened, safe: safeButton, isDisabled: isBlocked });
    const focused = isBlocked && safeButton ? 'cancel' : safeButton;
    const isSecond = onBack !== undefined;
    // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the step changes
    useEffect(() => {
        form.current?.closest('.mantine-Modal-content')?.scrollTo(0, 0);
    }, [isSecond]);
    return (
        <>
            <Modal
                opened={opened}
                onClose={close}
                title={title}
                size={size ?? 'md'}
                closeButtonProps={{ 'aria-label': 'Close' }}
                onKeyDown={submitByShortcut}
                {...firstFocus}
                {...(isSteady && {
                    classNames: { content: classes['steady'] ?? '', body: classes['steadyBody'] ?? '' },
                })}
            >
                <form
                    ref={form}
                    className={classes['form']}
                    noValidate
                    onInput={unsent.onInput}
                    onSubmit={(event) => {
                        event.preventDefault();
                        // A dialog may be rendered inside another form's component tree.
                        event.stopPropagation();
                        onSubmit(event);
                    }}
                >
                    <Stack gap="sm">
                        {children}
                        <FormError error={error} />
                    </Stack>
                    <Group className={classes['footer'] ?? ''} justify="flex-end" gap="xs">
                        {submit && <SubmitNote missing={missing} />}
                        <Button
                            variant="default"
                            onClick={onBack ?? close}
                            data-button="cancel"
                            data-autofocus={focused === 'cancel' || undefined}
                        >
                            {onBack ? 'Back' : closeLabel(submit)}
                        </Button>
                        {submit && (
                            <SubmitButton
                                loading={isBusy}
                                disabled={isBlocked}
                                data-button="submit"
                                data-autofocus={focused === 'submit' || undefined}
                                aria-keyshortcuts={SUBMIT_SHORTCUT}
                                color={isDangerous ? 'red' : undefined}
                                alternatives={alternatives}
                            >
                                {submit}
                            </SubmitButton>
                        )}
                    </Group>
                </form>
            </Modal>
            {/* Mounted only when needed: otherwise it would receive the same Escape key. */}
            {confirmation && <DiscardDialog onDiscard={confirmation.discard} onStay={confirmation.stay} />}
        </>
    );
}

/** Whether there is unsent input. Input that is being sent, or was accepted, is not lost when the dialog closes. */
function useUnsent({ opened, isBusy, hasFailed }: { opened: boolean; isBusy: boolean; hasFailed: boolean }) {
    const [isThere, setIsThere] = useState(false);
    useEffect(() => {
        if (!opened || isBusy) setIsThere(false);
        else if (hasFailed) setIsThere(true);
    }, [opened, isBusy, hasFailed]);
    return { isThere, onInput: () => setIsThere(true) };
}

/** Asks whether to discard unsaved input. */
export function DiscardDialog({ onDiscard, onStay }: { onDiscard: () => void; onStay: () => void }) {
    useFocusBack();
    return (
        <Modal
            opened
            onClose={onStay}
            title="Discard your changes?"
            size="sm"
            closeButtonProps={{ 'aria-label': 'Close' }}
        >
            <Text size="sm">What you entered has not been saved.</Text>
            <Group justify="flex-end" gap="xs" mt="md">
                <Button variant="default" onClick={onStay} data-autofocus>
                    Keep editing
                </Button>
                <Button color="red" onClick={onDiscard}>
                    Discard
                </Button>
            </Group>
        </Modal>
    );
}

const closeLabel = (submit: Props['submit']) => (submit ? 'Cancel' : 'Close');
