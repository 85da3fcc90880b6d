/** The tray stands in the shell, and whoever puts something into it only leaves word. */
export const TRAY_EVENT = 'halyard:tray';

export function openTray(): void {
    window.dispatchEvent(new Event(TRAY_EVENT));
}
