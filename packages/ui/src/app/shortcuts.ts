import { GLOBAL_SHORTCUTS } from './show-shortcuts.ts';

/** The keys of all global shortcuts. `Shortcuts.tsx` describes them. */
export const SHORTCUTS = {
    ...GLOBAL_SHORTCUTS,
    search: { keys: '/' },
    rows: { keys: 'ArrowDown' },
    confirm: { keys: 'mod+Enter' },
    open: { keys: 'Enter' },
    create: { keys: 'C' },
    comment: { keys: 'C' },
    send: { keys: 'S' },
    approve: { keys: 'A' },
    apply: { keys: 'P' },
    reject: { keys: 'R' },
    breakGlass: { keys: 'G' },
    cancel: { keys: 'X' },
} as const;
