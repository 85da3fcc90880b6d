import { Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { FormDialog } from '../../components/FormDialog.tsx';
import { placeIn } from '../change-requests/place.ts';
import { useProtected } from '../change-requests/use-protection.ts';
import { useWay } from '../change-requests/use-way.tsx';
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
    /** Where it changes something, when that is not known from the proposal. Without an environment, in all of them. */
    place?: { project: string; environment?: string };
    /** What can be said of it without. */
    difference?: ReactNode;
    /** A promise is waited for, and says here what went wrong. */
    run: () => unknown;
    /** What follows when it is put into a draft, or arranged for later, instead. */
    onArranged?: () => void;
}

/** Shows what a change of a project would make different, and does it, or proposes it, only when told to. */
export function useReview(project: string) {
    const [asked, setAsked] = useState<Reviewed>();
    const guarded = useProtected({ project }, project !== '');
    return {
        ask: setAsked,
        /** Does it at once, unless people in production would notice, or others have to agree. */
        change: (environmentType: string, wanted: Reviewed) => {
            const environment = placeOfReview(wanted)?.environment;
            const isGuarded = environment === undefined ? guarded.length > 0 : guarded.includes(environment);
            if (environmentType === 'production' || isGuarded) setAsked(wanted);
            else void wanted.run();
        },
        dialog: asked && <ReviewDialog asked={asked} onClose={() => setAsked(undefined)} />,
    };
}

const placeOfReview = ({ place, proposal }: Reviewed) => place ?? (proposal && placeIn(proposal));

function ReviewDialog({ asked, onClose }: { asked: Reviewed; onClose: () => void }) {
    const { title, about, verb, isDangerous = false, proposal, difference } = asked;
    const [isBusy, setIsBusy] = useState(false);
    const [error, setError] = useState<unknown>();
    const way = useWay(placeOfReview(asked), proposal);
    async function run() {
        const done = way.make(asked.run);
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
            opened
            onClose={onClose}
            submit={way.verb(verb)}
            isDangerous={isDangerous && !way.isProtected}
            isBusy={isBusy}
            isDisabled={!way.isWhole}
            error={error}
            onSubmit={() => void run()}
        >
            <Text size="sm" c="dimmed">
                {about}
            </Text>
            {way.notice}
            {proposal ? <WhatIf proposal={proposal} otherwise={difference} isMade={isBusy} /> : difference}
            {way.fields}
        </FormDialog>
    );
}
