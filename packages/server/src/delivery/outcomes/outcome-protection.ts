import { randomUUID } from 'node:crypto';
import type { SdkActor } from '../../core/access/actor.ts';
import type { AssignedArm } from '../assignments/assign.ts';
import type { OutcomeContext, ReportedOutcome } from './outcome.ts';

/** An outcome that is stored with its units, for a project that something asks for. */
export interface KeptOutcome {
    project: string;
    /** The units, each with its context field (`''`: none), its keyed hash, and encrypted. */
    units: readonly (readonly [field: string, hash: string, sealed?: string])[];
    /** The context fields that the project stores, encrypted. */
    context?: string;
}

/** An outcome as an interest in assignments stores it: its unit as a keyed hash, and the arm if it enrols. */
export interface UnitSignal {
    interest: string;
    unit: string;
    arm?: AssignedArm;
    /** It enrols, but the arm cannot be computed, for this reason. */
    undecidable?: string;
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
    signals?: readonly UnitSignal[];
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
