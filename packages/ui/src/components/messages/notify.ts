export interface NotificationAction {
    label: string;
    run: () => void;
    /** It can be used for as long as nobody dismisses it. */
    stays?: boolean;
}

let onWanted = () => {};

/** Set by the component that shows messages. */
export function whenNotified(react: () => void): void {
    onWanted = react;
}

/** What tells is not part of the first screen. Should it not come, what it would tell can be seen from the page. */
function tell(how: (messages: typeof import('./messages.tsx')) => void): void {
    onWanted();
    void import('./messages.tsx').then(how, () => undefined);
}

/** Says what happened, and what can be done about it: how to take it back, or where to find it. */
export const notify = (message: string, action?: NotificationAction) =>
    tell(({ tellDone }) => tellDone(message, action));

/** Says why something did not happen, and what would. */
export const offer = (message: string, action: NotificationAction) =>
    tell(({ tellOffer }) => tellOffer(message, action));

export const notifyFailure = (message: string) => tell(({ tellFailure }) => tellFailure(message));

export interface ShownOutcome {
    /** `pending`: the service has not said yet what became of the change. */
    outcome: 'pending' | 'applied' | 'not-applied' | 'unknown';
    message: string;
}

/** One message about a change whose response was lost; it is replaced when the outcome is known. */
export function notifyOutcome(): (shown: ShownOutcome) => void {
    const id = `lost-change-${++lostChanges}`;
    return (shown) => tell(({ tellOutcome }) => tellOutcome(id, shown));
}

let lostChanges = 0;
