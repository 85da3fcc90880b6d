export interface Action {
    label: string;
    run: () => void;
    /** It can be used for as long as nobody dismisses it. */
    stays?: boolean;
}

let onWanted = () => {};

/** Called when there is something to tell, by whoever shows it. */
export function whenNotified(react: () => void): void {
    onWanted = react;
}

/** What tells is not part of the first screen. Should it not come, what it would tell can be seen from the page. */
function tell(how: (messages: typeof import('./messages.tsx')) => void): void {
    onWanted();
    void import('./messages.tsx').then(how, () => undefined);
}

/** Says what happened, and what can be done about it: how to take it back, or where to find it. */
export const notify = (message: string, action?: Action) => tell(({ tellDone }) => tellDone(message, action));

/** Says why something did not happen, and what would. */
export const offer = (message: string, action: Action) => tell(({ tellOffer }) => tellOffer(message, action));

export const notifyFailure = (message: string) => tell(({ tellFailure }) => tellFailure(message));
