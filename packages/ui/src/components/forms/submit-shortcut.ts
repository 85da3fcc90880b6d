import type { KeyboardEvent } from 'react';

/** The keys that confirm a dialog, in the format of `aria-keyshortcuts`. */
export const SUBMIT_SHORTCUT = 'Control+Enter Meta+Enter';

/** Presses the submit button of the form in a dialog, unless the button is disabled. */
export function submitByShortcut(event: KeyboardEvent<HTMLElement>): void {
    const { currentTarget: dialog, target, key, ctrlKey, metaKey, repeat } = event;
    if (key !== 'Enter' || !(ctrlKey || metaKey)) return;
    // Events of a dialog above bubble through the component tree, too.
    if (!(target instanceof Node && dialog.contains(target))) return;
    event.preventDefault();
    const button = dialog.querySelector<HTMLButtonElement>('form button[type=submit]');
    if (!repeat && button && !button.disabled) button.form?.requestSubmit(button);
}
