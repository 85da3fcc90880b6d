import { Suspense, useState } from 'react';
import { changeBlock } from '../../api/connection.ts';
import { lazyComponent } from '../../components/layout/lazy.tsx';
import { notifyFailure } from '../../components/messages/notify.ts';
import { useProtected } from '../change-requests/approvals/use-protection.ts';
import { type ReviewedChange, targetOfReview } from './reviewed-change.ts';
import { useUnreviewed } from './use-unreviewed.ts';

/** Its code is larger than most pages and is loaded with the first review. */
const ReviewDialog = lazyComponent(() => import('./ReviewDialog.tsx'), 'ReviewDialog');

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
            const affectsProduction = environmentType === 'production' && !(change.isSmall && unreviewed.isChosen);
            if (affectsProduction || isGuarded) openReview(change);
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
