/** The palette is loaded apart from the first screen, so whoever opens it only leaves word. */
export const PALETTE_EVENT = 'halyard:palette';

export const openPalette = () => window.dispatchEvent(new Event(PALETTE_EVENT));
