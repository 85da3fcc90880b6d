/** What became of a change. A caller can prefer that a change is proposed if it needs approval, or that it is only rehearsed. */
export type WriteOutcome<Result> = { kind: 'made'; result: Result } | ProposedOutcome | RehearsedOutcome;

export interface ProposedOutcome {
    kind: 'proposed';
    requests: readonly unknown[];
    /** Whether the changes that need no approval were made. */
    isPartlyApplied: boolean;
}

export interface RehearsedOutcome {
    kind: 'rehearsed';
    effect: object;
}

/** Ends the handler of a route whose change was not made. The pipeline responds with what became of it (RFC 7240). */
export class ChangeNotMade extends Error {
    readonly outcome: ProposedOutcome | RehearsedOutcome;
    /** Further members of the response. */
    readonly members: object;

    constructor(outcome: ProposedOutcome | RehearsedOutcome, members: object) {
        super(`The change was ${outcome.kind}.`);
        this.outcome = outcome;
        this.members = members;
    }
}

/** Returns the result of a change that was made; otherwise the request ends, and its response contains these members. */
export function resultOf<Result>(
    outcome: WriteOutcome<Result>,
    members: (proposed: ProposedOutcome) => object = () => ({}),
): Result {
    if (outcome.kind === 'made') return outcome.result;
    throw new ChangeNotMade(outcome, outcome.kind === 'proposed' ? members(outcome) : {});
}
