import type { SdkActor } from '../../core/access/actor.ts';
import type { ReportEntry } from '../reports/report-type.ts';
import type { ReportedOutcome } from './outcome.ts';
import type { OutcomeIdentity, OutcomeProtection } from './outcome-protection.ts';

/** Outcomes or exposures of the same name in the same minute, or a single one that has to be stored or counted once. */
export interface OutcomeEntry extends ReportEntry, OutcomeIdentity {
    /** The project of the token, if it has exactly one. */
    project: string | null;
    signal: ReportedOutcome['signal'];
    name: string;
    variant: string | null;
    /** Milliseconds since 1970; the start of the minute for merged ones. */
    at: number;
    count: number;
    /** How many have a value, and the sum of the values. */
    valueCount: number;
    sum: number;
}

const MINUTE_MS = 60_000;

export const projectOfToken = ({ projects }: SdkActor): string | null =>
    projects.length === 1 && projects[0] !== '*' ? projects[0]! : null;

export function toEntry(
    outcome: ReportedOutcome,
    { actor, project = projectOfToken(actor), outcomes }: EntryOptions,
): OutcomeEntry {
    const { signal, name, variant = null, value, at, count } = outcome;
    const identity = outcomes.protect(outcome, actor, project);
    const isSingle = identity.id !== undefined || identity.row !== undefined;
    return {
        reporter: { kind: actor.kind, tokenId: actor.tokenId },
        app: '',
        environment: actor.environment,
        ...{ project, signal, name, variant },
        at: isSingle ? at : at - (at % MINUTE_MS),
        count,
        valueCount: value === undefined ? 0 : count,
        sum: value === undefined ? 0 : value * count,
        ...identity,
    };
}

interface EntryOptions {
    actor: SdkActor;
    /** Default: the project of the token. */
    project?: string | null;
    outcomes: OutcomeProtection;
}

/** Identifies an entry among those of all tokens. */
export function outcomeKey(entry: OutcomeEntry): string {
    const { reporter, environment, project, signal, name, variant, at, id, row } = entry;
    if (id !== undefined) return `${reporter.tokenId}\n${id}`;
    if (row !== undefined) return row;
    return `${reporter.tokenId}\n${environment}\n${project ?? ''}\n${signal}\n${at}\n${variant ?? ''}\n${name}`;
}
