import { DiscardDialog } from './FormDialog.tsx';
import { useUnsaved } from './use-unsaved.ts';

/** For a form that is part of a page: Back, another address and reloading ask before what was entered is lost. */
export function AskBeforeLeaving({ isDirty }: { isDirty: boolean }) {
    // A page has no way to close it but to leave it.
    const { asked } = useUnsaved(isDirty, () => undefined);
    return asked && <DiscardDialog onDiscard={asked.discard} onStay={asked.stay} />;
}
