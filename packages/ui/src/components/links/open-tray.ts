/** The draft tray is part of the shell; opening it only sends an event. */
export const TRAY_EVENT = 'halyard:tray';

export function openTray(): void {
    window.dispatchEvent(new Event(TRAY_EVENT));
}
