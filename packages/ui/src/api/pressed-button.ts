/** Returns the button of the current click event, if any. */
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
