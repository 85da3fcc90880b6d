import { useEffect } from 'react';

/**
 * Restores the focus to the element that had it before a dialog opened. The dialogs do this when they are closed, but not when they
 * are unmounted.
 */
export function useFocusBack(isOpen = true): void {
    useEffect(() => {
        if (!isOpen) return;
        const { activeElement } = document;
        return () => {
            // Runs after the unmount. An element that received the focus meanwhile keeps it.
            setTimeout(() => {
                const isLost = document.activeElement === document.body || document.activeElement === null;
                if (isLost && activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true });
            });
        };
    }, [isOpen]);
}
