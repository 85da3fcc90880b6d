import { notifyOutcome } from '../components/messages/notify.ts';
import { ApiError, api } from './client.ts';
import { checkConnection, whenReachable } from './connection.ts';

/** The outcome of a change whose response was lost. The user has already been notified. */
export class SettledChange extends ApiError {
    readonly isApplied: boolean;

    constructor(outcome: Outcome, message: string) {
        super(0, message);
        this.isApplied = outcome === 'applied';
    }
}

type Outcome = 'applied' | 'not-applied' | 'unknown';

const RETRY_MS = 1_000;

interface LostChange {
    changeId: string;
    /** The subject of the change, such as the name of a flag. */
    subject: string | undefined;
    isProposed: boolean;
}

/** Determines whether a change was applied and notifies the user. Until then, its outcome is shown as pending. */
export async function settleChange(lost: LostChange): Promise<SettledChange> {
    const show = notifyOutcome();
    show({ outcome: 'pending', message: textOf('pending', lost) });
    const outcome = await outcomeOf(lost.changeId);
    const message = textOf(outcome, lost);
    show({ outcome, message });
    return new SettledChange(outcome, message);
}

async function outcomeOf(changeId: string): Promise<Outcome> {
    for (;;) {
        await whenReachable();
        try {
            const request = api.POST('/api/admin/change-receipts/{changeId}/settle', {
                path: { changeId },
            });
            return (await request).outcome;
        } catch (error) {
            // The session has ended, or the service is older than this page and has no such endpoint.
            if (error instanceof ApiError && error.status >= 400 && error.status < 500) return 'unknown';
            checkConnection();
            await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
        }
    }
}

function textOf(outcome: Outcome | 'pending', { subject, isProposed }: LostChange): string {
    const change = subject ? `your change of ${subject}` : 'your change';
    switch (outcome) {
        case 'pending':
            return `The connection was lost before the service confirmed ${change}. Halyard checks whether it was applied as soon as the service responds.`;
        case 'applied':
            return isProposed
                ? `The service proposed ${change}, although its response was lost.`
                : `The service applied ${change}, although its response was lost.`;
        case 'not-applied':
            return `The service did not apply ${change}. Nothing was changed; repeat it if you still want it.`;
        case 'unknown':
            return `The connection was lost before the service confirmed ${change}. Check the current state before you repeat it.`;
    }
}
