const TICK_MS = 5_000;
/** Timers of a visible page are delayed this much only if the page was suspended. */
const MAX_LATE_MS = 20_000;

/** Calls back when the page resumes after the computer or the tab was asleep. Returns an unsubscribe function. */
export function onWake(react: () => void): () => void {
    let last = Date.now();
    const timer = window.setInterval(() => {
        const now = Date.now();
        const wasAsleep = now - last > TICK_MS + MAX_LATE_MS;
        last = now;
        if (wasAsleep && document.visibilityState === 'visible') react();
    }, TICK_MS);
    document.addEventListener('resume', react);
    return () => {
        clearInterval(timer);
        document.removeEventListener('resume', react);
    };
}
