import { randomUUID } from 'node:crypto';
import type { SdkActor } from '../../core/access/actor.ts';
import type { ReportEntry } from '../reports/report-type.ts';
import type { OutcomeContext, ReportedOutcome } from './outcome.ts';

/** An outcome that is stored with its units, for a project that something asks for. */
export interface KeptOutcome {
    project: string;
    /** The keyed hashes of the units, each with its context field; `''` for a unit without a field. */
    units: readonly (readonly [field: string, hash: string])[];
    /** The context fields that the project stores, encrypted. */
    context?: string;
}

/** What identifies an outcome and its unit: raw at edges, which forward it, and protected in the service. */
export interface OutcomeIdentity {
    /** Counted once in 24 hours; a keyed hash in the service. */
    id?: string;
    /** Distinguishes entries that must not be merged. */
    row?: string;
    unit?: string;
    context?: OutcomeContext;
    kept?: readonly KeptOutcome[];
}

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

/** Removes raw values before anything is stored. */
export interface OutcomeProtection {
    protect(outcome: ReportedOutcome, actor: SdkActor, project: string | null): OutcomeIdentity;
}

/** At edges: upstream protects what they forward. */
export const FORWARDED_UNPROTECTED: OutcomeProtection = {
    protect: ({ id, unit, context }) => ({
        ...(id !== undefined && { id }),
        ...((unit !== undefined || context !== undefined) && { row: randomUUID() }),
        ...(unit !== undefined && { unit }),
        ...(context !== undefined && { context }),
    }),
};

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
