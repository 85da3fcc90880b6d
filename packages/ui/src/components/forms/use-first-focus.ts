import { type RefObject, useEffect, useRef } from 'react';

/** The button that has the focus when a dialog opens: the one that does no harm if it is pressed by mistake. */
export type SafeButton = 'submit' | 'cancel';

interface Options {
    opened: boolean;
    /** Undefined: the first field has the focus. */
    safe: SafeButton | undefined;
    isDisabled: boolean;
}

/**
 * Focuses the safe button. A dialog may still be loading when it opens, so the focus moves when the button is known and enabled,
 * unless the user has pressed a key or clicked in the dialog.
 */
export function useFirstFocus(form: RefObject<HTMLFormElement | null>, { opened, safe, isDisabled }: Options) {
    const hasInput = useRef(false);
    useEffect(() => {
        if (!opened) hasInput.current = false;
        if (!opened || !safe || hasInput.current) return;
        form.current?.querySelector<HTMLElement>(`[data-button=${isDisabled ? 'cancel' : safe}]`)?.focus();
    }, [form, opened, safe, isDisabled]);
    const onInput = () => {
        hasInput.current = true;
    };
    return { onKeyDownCapture: onInput, onPointerDownCapture: onInput };
}
