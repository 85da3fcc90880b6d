import type { ReactNode } from 'react';
import type { WriteMode } from '../../api/write-mode.ts';
import type { ApprovalTarget } from '../change-requests/approvals/use-approval-flow.tsx';
import { proposalEnvironment } from '../change-requests/request/proposal-environment.ts';
import type { Trial, WhatIfProposal } from '../effects/what-if.queries.ts';

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
    target?: ApprovalTarget | undefined;
    /** The same change with a step that the user may add. */
    extended?: { label: string; description: string } & Pick<ReviewedChange, 'proposal' | 'run'>;
    /** The description without a rehearsal. */
    difference?: ReactNode;
    /** Sends the change in the given mode. The dialog waits for a promise and shows its error. */
    run: (mode: WriteMode) => unknown;
    /** Called when the change is added to a draft or scheduled instead of applied. */
    onArranged?: () => void;
}

export const targetOfReview = ({ target, proposal }: ReviewedChange): ApprovalTarget | undefined =>
    target ?? (proposal && proposalEnvironment(proposal));
