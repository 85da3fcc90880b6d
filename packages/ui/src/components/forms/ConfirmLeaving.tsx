import { DiscardDialog } from './FormDialog.tsx';
import { useUnsaved } from './use-unsaved.ts';

/** For a form on a page: Back, navigation and reloading ask for confirmation if there is unsaved input. */
export function ConfirmLeaving({ isDirty }: { isDirty: boolean }) {
    // A page cannot be closed, only left, so there is nothing to do.
    const { confirmation } = useUnsaved(isDirty, () => undefined);
    return confirmation && <DiscardDialog onDiscard={confirmation.discard} onStay={confirmation.stay} />;
}
