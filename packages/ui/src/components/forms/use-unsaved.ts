import { useBlocker } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';

interface Unsaved {
    /** Closes, but asks first when something would be lost. */
    close: () => void;
    /** Closes without asking: it is saved, or not wanted. */
    leave: () => void;
    /** Set while it must be asked. */
    asked: { discard: () => void; stay: () => void } | undefined;
}

/** Asks before what was entered is lost: by closing, by Back or another address, and, in the browser's words, by reloading. */
export function useUnsaved(isDirty: boolean, onClose: () => void): Unsaved {
    const [isAsked, setIsAsked] = useState(false);
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
        setIsAsked(false);
        if (isBlocked) blocker.proceed();
        else onClose();
    }
    function stay() {
        setIsAsked(false);
        if (isBlocked) blocker.reset();
    }
    return {
        close: () => (isDirty ? setIsAsked(true) : onClose()),
        leave,
        asked: isAsked || isBlocked ? { discard: leave, stay } : undefined,
    };
}
