/** With one dialog above another, Escape closes the upper one. The dialogs themselves would all close. */
export function closeDialogsOneByOne(): void {
    // Before theirs, which listen at the same place.
    window.addEventListener('keydown', closeUpper, { capture: true });
}

function closeUpper(event: KeyboardEvent): void {
    const dialogs = [...document.querySelectorAll('[role=dialog][aria-modal=true]')];
    const upper = dialogs.at(-1);
    if (event.key !== 'Escape' || dialogs.length < 2) return;
    // An open list inside closes first, by itself.
    if (event.target instanceof Element && event.target.getAttribute('data-mantine-stop-propagation') === 'true')
        return;
    const button = upper?.querySelector<HTMLElement>('[aria-label=Close]');
    if (!button && !upper?.closest('[data-stays]')) return;
    event.stopImmediatePropagation();
    button?.click();
}
