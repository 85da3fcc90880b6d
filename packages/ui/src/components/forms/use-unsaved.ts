import { useBlocker } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';

interface UnsavedInput {
    /** Closes the form, after a confirmation if there is unsaved input. */
    close: () => void;
    /** Closes the form without confirmation, because it is saved or discarded. */
    leave: () => void;
    /** Set while the confirmation is open. */
    confirmation: { discard: () => void; stay: () => void } | undefined;
}

/** Asks for confirmation before unsaved input is lost by closing, by Back or navigation, or, with the browser's dialog, by reloading. */
export function useUnsaved(isDirty: boolean, onClose: () => void): UnsavedInput {
    const [isConfirming, setIsConfirming] = useState(false);
    const isLeaving = useRef(false);
    useEffect(() => {
        if (!isDirty) isLeaving.current = false;
    }, [isDirty]);
    const shouldBlockFn = useCallback(() => !isLeaving.current, []);
    const blocker = useBlocker({
        shouldBlockFn,
        enableBeforeUnload: isDirty,
        disabled: !isDirty,
        withResolver: true,
    });
    const isBlocked = blocker.status === 'blocked';
    function leave() {
        isLeaving.current = true;
        setIsConfirming(false);
        if (isBlocked) blocker.proceed();
        else onClose();
    }
    function stay() {
        setIsConfirming(false);
        if (isBlocked) blocker.reset();
    }
    return {
        close: () => (isDirty ? setIsConfirming(true) : onClose()),
        leave,
        confirmation: isConfirming || isBlocked ? { discard: leave, stay } : undefined,
    };
}
