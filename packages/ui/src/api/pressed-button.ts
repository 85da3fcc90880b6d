/** The button that is being pressed at this moment, if something is done because of one. */
export function pressedButton(): HTMLElement | undefined {
    const { event } = window;
    const source = event instanceof SubmitEvent ? event.submitter : event?.target;
    return source instanceof Element ? (source.closest<HTMLElement>('button') ?? undefined) : undefined;
}

/** Shows on the pressed button that its action is in progress, and ignores further clicks. */
export async function whileBusy<T>(button: HTMLElement | undefined, done: Promise<T>): Promise<T> {
    if (!button) return done;
    button.setAttribute('aria-busy', 'true');
    try {
        return await done;
    } finally {
        button.removeAttribute('aria-busy');
    }
}
