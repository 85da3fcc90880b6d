export interface NotificationAction {
    label: string;
    run: () => void;
    /** Whether the action stays available until the message is dismissed. */
    stays?: boolean;
}

export interface ShownOutcome {
    /** `pending`: the outcome of the change is not known yet. */
    outcome: 'pending' | 'applied' | 'not-applied' | 'unknown';
    message: string;
}
