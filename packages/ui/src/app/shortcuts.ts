/** All global shortcuts with their scope and description. The key listeners and the list of shortcuts use the same table. */
export const SHORTCUTS = {
    palette: { keys: 'mod+K', where: 'Everywhere', says: 'Search and run commands' },
    help: { keys: 'shift+?', where: 'Everywhere', says: 'Show these shortcuts' },
    search: { keys: '/', where: 'Lists of flags', says: 'Search' },
    rows: { keys: 'ArrowDown', where: 'Lists of flags', says: 'Move between the search and the rows' },
    open: { keys: 'Enter', where: 'Lists of flags', says: 'Open the first result, or the selected row' },
    create: { keys: 'C', where: 'Lists of flags', says: 'Create a flag' },
    comment: { keys: 'C', where: 'A change request', says: 'Comment' },
    send: { keys: 'S', where: 'A change request', says: 'Send to review, or schedule' },
    approve: { keys: 'A', where: 'A change request', says: 'Approve, or confirm' },
    apply: { keys: 'P', where: 'A change request', says: 'Apply now, or approve and apply' },
    reject: { keys: 'R', where: 'A change request', says: 'Reject, or object' },
    breakGlass: { keys: 'G', where: 'A change request', says: 'Break glass' },
    cancel: { keys: 'X', where: 'A change request', says: 'Cancel it' },
} as const;

/** Keys whose label differs from the key event: ? is shown as one key. */
const NAMES: Record<string, string> = { arrowdown: '↓', shift: '' };

/** Returns the keys as labelled on the keyboard. */
export function keyNames(keys: string, isMac: boolean): string[] {
    return keys
        .split('+')
        .map((key) => (key === 'mod' ? (isMac ? '⌘' : 'Ctrl') : (NAMES[key.toLowerCase()] ?? key)))
        .filter(Boolean);
}

export const SHORTCUTS_EVENT = 'halyard:shortcuts';

/** Opens the list of shortcuts. */
export const showShortcuts = () => window.dispatchEvent(new Event(SHORTCUTS_EVENT));
