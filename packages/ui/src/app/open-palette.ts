/** The palette is loaded separately from the first screen, so opening it only sends an event. */
export const PALETTE_EVENT = 'halyard:palette';

/** The id of the palette's input. */
export const PALETTE_INPUT = 'palette-input';

/** The placeholder, also shown during loading. */
export const PALETTE_WORDS = 'Find a flag, project, person, setting or command';

let early = '';
let onEarly: (text: string) => void = () => {};

/** Opens the palette. Key presses are buffered until its input is ready; otherwise the page behind it would treat them as shortcuts. */
export function openPalette(): void {
    early = '';
    window.addEventListener('keydown', bufferKey, { capture: true });
    window.dispatchEvent(new Event(PALETTE_EVENT));
}

/** Returns the buffered text and stops buffering. */
export function takeEarlyKeys(): string {
    window.removeEventListener('keydown', bufferKey, { capture: true });
    const typed = early;
    early = '';
    return typed;
}

/** Calls back with the buffered text until the palette is loaded. Returns an unsubscribe function. */
export function followEarlyKeys(follow: (text: string) => void): () => void {
    onEarly = follow;
    follow(early);
    return () => {
        onEarly = () => {};
    };
}

function bufferKey(event: KeyboardEvent): void {
    const isInPalette = event.target instanceof Element && event.target.id === PALETTE_INPUT;
    if (isInPalette || event.key === 'Escape') {
        takeEarlyKeys();
        return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Backspace') early = early.slice(0, -1);
    else if (event.key.length === 1) early += event.key;
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
    onEarly(early);
}
