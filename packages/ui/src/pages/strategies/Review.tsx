import { type ReactNode, Suspense, useState } from 'react';
import { changeBlock } from '../../api/connection.ts';
import type { WriteMode } from '../../api/write-mode.ts';
import { lazyComponent } from '../../components/layout/lazy.tsx';
import { notifyFailure } from '../../components/messages/notify.ts';
import type { ApprovalTarget } from '../change-requests/approvals/use-approval-flow.tsx';
import { useProtected } from '../change-requests/approvals/use-protection.ts';
import { proposalEnvironment } from '../change-requests/request/proposal-environment.ts';
import type { Trial, WhatIfProposal } from '../effects/what-if.queries.ts';
import { useUnreviewed } from './use-unreviewed.ts';

/** Its code is larger than most pages and is loaded with the first review. */
const ReviewDialog = lazyComponent(() => import('./ReviewDialog.tsx'), 'ReviewDialog');

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

/** Shows the effect of a change in a project, and applies or proposes it after confirmation. */
export function useReview(project: string) {
    const [reviewed, setReviewed] = useState<ReviewedChange>();
    const guarded = useProtected({ project }, project !== '');
    const unreviewed = useUnreviewed(project);
    function openReview(change: ReviewedChange): void {
        const block = changeBlock();
        // Without the service, the effect cannot be computed.
        if (block) notifyFailure(`Nothing was changed. ${block}`);
        else setReviewed(change);
    }
    return {
        openReview,
        /** Applies the change immediately, unless it affects production or requires approval. */
        change: (environmentType: string, change: ReviewedChange) => {
            const environment = targetOfReview(change)?.environment;
            const isGuarded = guarded.some((each) => environment === undefined || [environment].flat().includes(each));
            const isNoticed = environmentType === 'production' && !(change.isSmall && unreviewed.isChosen);
            if (isNoticed || isGuarded) openReview(change);
            // Errors are shown by the action itself.
            else void Promise.resolve(change.run({})).catch(() => undefined);
        },
        dialog: reviewed && (
            <Suspense fallback={null}>
                <ReviewDialog project={project} change={reviewed} onClose={() => setReviewed(undefined)} />
            </Suspense>
        ),
    };
}

export const targetOfReview = ({ target, proposal }: ReviewedChange): ApprovalTarget | undefined =>
    target ?? (proposal && proposalEnvironment(proposal));
