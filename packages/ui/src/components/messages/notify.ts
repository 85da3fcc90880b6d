import type { NotificationAction, ShownOutcome } from './notification.ts';

let onFirstMessage = () => {};

/** Registers a callback for the component that shows messages. */
export function whenNotified(react: () => void): void {
    onFirstMessage = react;
}

/** The code of the messages is not part of the initial bundle. */
const loadMessages = () => import('./messages.tsx');

/** Resolves when messages can be shown, or when their code cannot be loaded. */
export const messagesLoaded = (): Promise<unknown> => loadMessages().catch(() => undefined);

/** If the code cannot be loaded, the result is still visible on the page. */
function withMessages(how: (messages: typeof import('./messages.tsx')) => void): void {
    onFirstMessage();
    void loadMessages().then(how, () => undefined);
}

/** Shows what happened, with an optional action such as Undo or a link. */
export const notify = (message: string, action?: NotificationAction) =>
    withMessages(({ showDone }) => showDone(message, action));

/** Shows why something failed, with an alternative action. */
export const offer = (message: string, action: NotificationAction) =>
    withMessages(({ showOffer }) => showOffer(message, action));

export const notifyFailure = (message: string) => withMessages(({ showFailure }) => showFailure(message));

/** One message about a change whose response was lost; it is replaced when the outcome is known. */
export function notifyOutcome(): (shown: ShownOutcome) => void {
    const id = `lost-change-${++lostChanges}`;
    return (shown) => withMessages(({ showOutcome }) => showOutcome(id, shown));
}

let lostChanges = 0;
