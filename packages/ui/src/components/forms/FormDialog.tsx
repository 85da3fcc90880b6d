import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { messageOf } from '../../api/client.ts';
import { SubmitButton } from '../SubmitButton.tsx';
import classes from './FormDialog.module.css';
import { NamingContext, useNaming } from './naming.ts';
import { useFocusBack } from './use-focus-back.ts';
import { useUnsaved } from './use-unsaved.ts';

interface Props {
    title: string;
    opened: boolean;
    onClose: () => void;
    onSubmit: (event?: FormEvent<HTMLFormElement>) => void;
    /** The verb on the button. */
    submit: string;
    /** For a second page: where its way back leads. */
    onBack?: (() => void) | undefined;
    /** Something was entered that would be lost: closing asks first. Unsaid: whatever was typed or ticked since it opened. */
    isDirty?: boolean;
    isBusy?: boolean;
    isDangerous?: boolean;
    isDisabled?: boolean;
    error?: unknown;
    size?: string | number;
    /** Some of it comes later: it is as high from the beginning as it may become, so that its buttons stay where they are. */
    isSteady?: boolean;
    children?: ReactNode;
}

/** A question with an answer to send: what went wrong is said where it was asked. */
export function FormDialog(props: Props) {
    const {
        title,
        opened,
        onClose,
        onSubmit,
        submit,
        onBack,
        isDirty,
        isBusy = false,
        isDangerous,
        isDisabled,
    } = props;
    const { error, size, isSteady = false, children } = props;
    const naming = useNaming(error);
    const hasFailed = error !== undefined && error !== null;
    useFocusBack(opened);
    const unsent = useUnsent({ opened, isBusy, hasFailed });
    const { close, asked } = useUnsaved(opened && (isDirty ?? unsent.isThere), onClose);
    const form = useRef<HTMLFormElement>(null);
    const isSecond = onBack !== undefined;
    // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the page is turned
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
                        // A dialog may stand inside another form's tree.
                        event.stopPropagation();
                        onSubmit(event);
                    }}
                >
                    <Stack gap="sm">
                        <NamingContext value={naming}>{children}</NamingContext>
                        {hasFailed && !naming.isSaid && (
                            <Alert color="red" icon={<IconAlertTriangle size={16} />} role="alert">
                                {messageOf(error)}
                            </Alert>
                        )}
                    </Stack>
                    <Group className={classes['footer'] ?? ''} justify="flex-end" gap="xs">
                        <Button variant="default" onClick={onBack ?? close}>
                            {onBack ? 'Back' : 'Cancel'}
                        </Button>
                        <SubmitButton
                            loading={isBusy}
                            disabled={isDisabled ?? false}
                            color={isDangerous ? 'red' : undefined}
                        >
                            {submit}
                        </SubmitButton>
                    </Group>
                </form>
            </Modal>
            {/* Mounted only when needed: otherwise it would receive the same Escape key. */}
            {asked && <DiscardDialog onDiscard={asked.discard} onStay={asked.stay} />}
        </>
    );
}

/** Whether something was entered that was not sent: what is on its way, or was taken, is not lost with the dialog. */
function useUnsent({ opened, isBusy, hasFailed }: { opened: boolean; isBusy: boolean; hasFailed: boolean }) {
    const [isThere, setIsThere] = useState(false);
    useEffect(() => {
        if (!opened || isBusy) setIsThere(false);
        else if (hasFailed) setIsThere(true);
    }, [opened, isBusy, hasFailed]);
    return { isThere, onInput: () => setIsThere(true) };
}

/** Whether what was entered may be lost. */
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
