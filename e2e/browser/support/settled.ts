interface Location {
    state: { __TSR_key?: string };
}

interface PageGlobals {
    __TSR_ROUTER__?: { history: { location: Location }; state: { status: string; resolvedLocation?: Location } };
    document: { querySelector(selector: string): unknown };
}

/** Whether the router has reached the URL, and the screen has its data. Runs in the page. */
export function isSettled(): boolean {
    const { __TSR_ROUTER__: router, document } = globalThis as unknown as PageGlobals;
    return (
        router?.state.status === 'idle' &&
        router.state.resolvedLocation?.state.__TSR_key === router.history.location.state.__TSR_key &&
        document.querySelector('h1') !== null &&
        document.querySelector('[aria-busy=true]') === null
    );
}

/** Waits until transitions of colours and positions have ended. */
export const REDRAWN = `(async () => {
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
    const ending = document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime < Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
})()`;
