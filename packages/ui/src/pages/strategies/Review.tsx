import { Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { FormDialog } from '../../components/FormDialog.tsx';
import { WhatIf } from '../effects/WhatIf.tsx';
import type { Proposal } from '../effects/what-if.queries.ts';

export interface Reviewed {
    title: string;
    /** What it means, in a sentence. */
    about: string;
    verb: string;
    isDangerous?: boolean;
    /** The change as it can be rehearsed; what it makes different and for whom is then found out. */
    proposal?: Proposal;
    /** What can be said of it without. */
    difference?: ReactNode;
    /** A promise is waited for, and says here what went wrong. */
    run: () => unknown;
}

/** Shows what a change would make different, and does it only when told to. */
export function useReview() {
    const [asked, setAsked] = useState<Reviewed>();
    return {
        ask: setAsked,
        /** Does it at once, unless people in production would notice. */
        change: (environmentType: string, wanted: Reviewed) =>
            environmentType === 'production' ? setAsked(wanted) : void wanted.run(),
        dialog: asked && <ReviewDialog asked={asked} onClose={() => setAsked(undefined)} />,
    };
}

function ReviewDialog({ asked, onClose }: { asked: Reviewed; onClose: () => void }) {
    const { title, about, verb, isDangerous = false, proposal, difference } = asked;
    const [isBusy, setIsBusy] = useState(false);
    const [error, setError] = useState<unknown>();
    async function run() {
        const done = asked.run();
        if (!(done instanceof Promise)) return onClose();
        setIsBusy(true);
        try {
            await done;
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
            opened
            onClose={onClose}
            submit={verb}
            isDangerous={isDangerous}
            isBusy={isBusy}
            error={error}
            onSubmit={() => void run()}
        >
            <Text size="sm" c="dimmed">
                {about}
            </Text>
            {proposal ? <WhatIf proposal={proposal} otherwise={difference} isMade={isBusy} /> : difference}
        </FormDialog>
    );
}
