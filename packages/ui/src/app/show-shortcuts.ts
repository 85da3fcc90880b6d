export const SHORTCUTS_EVENT = 'halyard:shortcuts';

/** Opens the list of shortcuts. */
export const showShortcuts = () => window.dispatchEvent(new Event(SHORTCUTS_EVENT));

/** The shortcuts of every screen, which are loaded first. */
export const GLOBAL_SHORTCUTS = { palette: { keys: 'mod+K' }, help: { keys: 'shift+?' } } as const;
