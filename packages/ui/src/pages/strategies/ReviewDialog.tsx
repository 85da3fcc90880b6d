import { Checkbox, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { useApprovalFlow } from '../change-requests/approvals/use-approval-flow.tsx';
import { WhatIf } from '../effects/WhatIf.tsx';
import { type ReviewedChange, targetOfReview } from './reviewed-change.ts';
import { useUnreviewed } from './use-unreviewed.ts';

interface DialogProps {
    project: string;
    change: ReviewedChange;
    onClose: () => void;
}

/** The effect of a change, with the buttons that apply, schedule or propose it. */
export function ReviewDialog({ project, change, onClose }: DialogProps) {
    const { title, about, verb, isDangerous = false, isSmall = false, typed, extended, trial, difference } = change;
    const [isBusy, setIsBusy] = useState(false);
    const [error, setError] = useState<unknown>();
    const [text, setText] = useState('');
    const [isLast, setIsLast] = useState(false);
    const [isExtended, setIsExtended] = useState(false);
    const { proposal, run: send } = (isExtended && extended) || change;
    const unreviewed = useUnreviewed(project);
    const target = targetOfReview(change);
    const approvalFlow = useApprovalFlow(target, proposal);
    const rehearsed = proposal ?? trial;
    const isSafe = target?.isTurningOff === true || !approvalFlow.isDirect;
    const hasFirstField = typed !== undefined || approvalFlow.focusesField;
    async function run() {
        if (isLast) unreviewed.choose(true);
        const done = approvalFlow.make(send);
        if (!(done instanceof Promise)) return onClose();
        setIsBusy(true);
        try {
            await done;
            change.onArranged?.();
            onClose();
        } catch (problem) {
            setError(problem);
            setIsBusy(false);
        }
    }
    return (
        <FormDialog
            title={title}
            size="lg"
            isSteady={rehearsed !== undefined}
            opened
            onClose={onClose}
            submit={approvalFlow.verb(verb)}
            alternatives={approvalFlow.alternatives}
            isDangerous={isDangerous && approvalFlow.isDirect}
            isBusy={isBusy}
            safeButton={hasFirstField ? undefined : isSafe ? 'submit' : 'cancel'}
            isDisabled={!approvalFlow.isWhole || (typed !== undefined && text !== typed)}
            error={error}
            onSubmit={() => void run()}
        >
            <Text size="sm" c="dimmed">
                {about}
            </Text>
            {approvalFlow.notice}
            {extended && (
                <Checkbox
                    label={extended.label}
                    description={extended.description}
                    checked={isExtended}
                    onChange={(event) => setIsExtended(event.currentTarget.checked)}
                />
            )}
            {rehearsed ? (
                <WhatIf change={rehearsed} base={approvalFlow.base} otherwise={difference} isSending={isBusy} />
            ) : (
                difference
            )}
            {approvalFlow.fields}
            {typed !== undefined && (
                <TextInput
                    label={`Type ${typed} to confirm`}
                    value={text}
                    onChange={(event) => setText(event.currentTarget.value)}
                />
            )}
            {isSmall && unreviewed.isOffered && !approvalFlow.isProtected && (
                <Checkbox
                    size="xs"
                    label="Skip the review of small changes in this project"
                    description="Turning a flag or strategy on or off, and reordering. Undo stays visible."
                    checked={isLast}
                    onChange={(event) => setIsLast(event.currentTarget.checked)}
                />
            )}
        </FormDialog>
    );
}
