import { useEffect } from 'react';

/**
 * The focus goes back to where it was before a dialog opened. The dialogs do this themselves when they are closed, but not
 * when they cease to be there.
 */
export function useFocusBack(isOpen = true): void {
    useEffect(() => {
        if (!isOpen) return;
        const { activeElement } = document;
        return () => {
            // After it was unmounted; an element that got the focus meanwhile keeps it.
            setTimeout(() => {
                const isLost = document.activeElement === document.body || document.activeElement === null;
                if (isLost && activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true });
            });
        };
    }, [isOpen]);
}
