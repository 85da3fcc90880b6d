import { Checkbox, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { changeBlock } from '../../api/connection.ts';
import type { WriteMode } from '../../api/write-mode.ts';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { notifyFailure } from '../../components/messages/notify.ts';
import { useApprovalFlow } from '../change-requests/approvals/use-approval-flow.tsx';
import { useProtected } from '../change-requests/approvals/use-protection.ts';
import { proposalEnvironment } from '../change-requests/request/proposal-environment.ts';
import { WhatIf } from '../effects/WhatIf.tsx';
import type { Trial, WhatIfProposal } from '../effects/what-if.queries.ts';
import { useUnreviewed } from './use-unreviewed.ts';

export interface ReviewedChange {
    title: string;
    /** The summary of the change. */
    about: ReactNode;
    verb: string;
    isDangerous?: boolean;
    /** Whether the change concerns one flag and can be undone with one click. Users may disable the review of such changes. */
    isSmall?: boolean;
    /** The name that must be typed to confirm an irreversible change. */
    typed?: string;
    /** The steps of the change, for a rehearsal of its effect. */
    proposal?: WhatIfProposal;
    /** The same for changes that cannot be expressed as steps. */
    trial?: Trial;
    /** The target of the change, if the proposal does not contain it. Without an environment, all of them. */
    place?: Parameters<typeof useApprovalFlow>[0];
    /** The description without a rehearsal. */
    difference?: ReactNode;
    /** Sends the change in the given mode. The dialog waits for a promise and shows its error. */
    run: (mode: WriteMode) => unknown;
    /** Called when the change is added to a draft or scheduled instead of applied. */
    onArranged?: () => void;
}

/** Shows the effect of a change in a project, and applies or proposes it after confirmation. */
export function useReview(project: string) {
    const [reviewed, setReviewed] = useState<ReviewedChange>();
    const guarded = useProtected({ project }, project !== '');
    const unreviewed = useUnreviewed(project);
    function ask(wanted: ReviewedChange): void {
        const block = changeBlock();
        // Without the service, the effect cannot be computed.
        if (block) notifyFailure(`Nothing was changed. ${block}`);
        else setReviewed(wanted);
    }
    return {
        ask,
        /** Applies the change immediately, unless it affects production or requires approval. */
        change: (environmentType: string, wanted: ReviewedChange) => {
            const environment = placeOfReview(wanted)?.environment;
            const isGuarded = guarded.some((each) => environment === undefined || [environment].flat().includes(each));
            const isNoticed = environmentType === 'production' && !(wanted.isSmall && unreviewed.isChosen);
            if (isNoticed || isGuarded) ask(wanted);
            // Errors are shown by the action itself.
            else void Promise.resolve(wanted.run({})).catch(() => undefined);
        },
        dialog: reviewed && <ReviewDialog project={project} asked={reviewed} onClose={() => setReviewed(undefined)} />,
    };
}

const placeOfReview = ({ place, proposal }: ReviewedChange) => place ?? (proposal && proposalEnvironment(proposal));

interface DialogProps {
    project: string;
    asked: ReviewedChange;
    onClose: () => void;
}

function ReviewDialog({ project, asked, onClose }: DialogProps) {
    const { title, about, verb, isDangerous = false, isSmall = false, typed, proposal, trial, difference } = asked;
    const [isBusy, setIsBusy] = useState(false);
    const [error, setError] = useState<unknown>();
    const [text, setText] = useState('');
    const [isLast, setIsLast] = useState(false);
    const unreviewed = useUnreviewed(project);
    const approvalFlow = useApprovalFlow(placeOfReview(asked), proposal);
    const change = proposal ?? trial;
    async function run() {
        if (isLast) unreviewed.choose(true);
        const done = approvalFlow.make(asked.run);
        if (!(done instanceof Promise)) return onClose();
        setIsBusy(true);
        try {
            await done;
            asked.onArranged?.();
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
            isSteady={change !== undefined}
            opened
            onClose={onClose}
            submit={approvalFlow.verb(verb)}
            alternatives={approvalFlow.alternatives}
            isDangerous={isDangerous && approvalFlow.isDirect}
            isBusy={isBusy}
            isDisabled={!approvalFlow.isWhole || (typed !== undefined && text !== typed)}
            error={error}
            onSubmit={() => void run()}
        >
            <Text size="sm" c="dimmed">
                {about}
            </Text>
            {approvalFlow.notice}
            {change ? (
                <WhatIf change={change} base={approvalFlow.base} otherwise={difference} isMade={isBusy} />
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
