/** With nested dialogs, Escape closes only the topmost one. Without this, each dialog would close. */
export function closeDialogsOneByOne(): void {
    // The dialogs listen on `window`, too. This listener must be registered before theirs.
    window.addEventListener('keydown', closeUpper, { capture: true });
}

function closeUpper(event: KeyboardEvent): void {
    const dialogs = [...document.querySelectorAll('[role=dialog][aria-modal=true]')];
    const upper = dialogs.at(-1);
    if (event.key !== 'Escape' || dialogs.length < 2) return;
    // An open dropdown inside the dialog handles Escape first.
    if (event.target instanceof Element && event.target.getAttribute('data-mantine-stop-propagation') === 'true')
        return;
    const button = upper?.querySelector<HTMLElement>('[aria-label=Close]');
    if (!button && !upper?.closest('[data-stays]')) return;
    event.stopImmediatePropagation();
    button?.click();
}
