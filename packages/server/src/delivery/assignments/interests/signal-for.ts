import type { Context, FlagSet } from '@halyard/engine';
import type { ReportedOutcome } from '../../outcomes/outcome.ts';
import type { UnitSignal } from '../../outcomes/outcome-protection.ts';
import { type Assignment, assign, reportedArm } from '../assign.ts';
import type { AssignmentInterest } from './assignment-interest.ts';

interface SignalOptions {
    /** The definitions at a time, in milliseconds since 1970. */
    flagsAt: (at: number) => FlagSet | undefined;
    hashOf: (unit: string) => string;
}

/** Returns what an outcome, an exposure or an evaluation means for an interest; undefined: nothing. */
export function signalFor(
    interest: AssignmentInterest,
    outcome: ReportedOutcome,
    { flagsAt, hashOf }: SignalOptions,
): UnitSignal | undefined {
    const unit = unitOf(outcome, interest.unit);
    const enrols = doesEnrol(interest, outcome) && isDuring(interest, outcome.at);
    const isMeasured = outcome.signal === 'outcome' && interest.metrics.some((each) => measures(each, outcome));
    if (unit === undefined || !(enrols || isMeasured)) return undefined;
    const assignment = enrols ? assignmentOf(interest, outcome, unit, flagsAt(outcome.at)) : 'none';
    if (assignment === 'none' && !isMeasured) return undefined;
    return {
        interest: interest.id,
        unit: hashOf(unit),
        ...(assignment === 'undecidable' && { undecidable: true as const }),
        ...(typeof assignment === 'object' && { arm: assignment }),
    };
}

function assignmentOf(
    { environment, flag, arms, unit: field, onlyExposed }: AssignmentInterest,
    { context, at, signal, variant }: ReportedOutcome,
    unit: string,
    flags: FlagSet | undefined,
): Assignment {
    if (flags === undefined) return 'none';
    // The environment is that of the token, whatever the context says.
    const complete = { ...context, [field]: unit, environment, currentTime: new Date(at).toISOString() };
    const assignment = assign(flags, flag, complete as Context, { arms, isComplete: signal === 'evaluation' });
    const isReported = assignment === 'undecidable' && onlyExposed && signal === 'exposure' && variant !== undefined;
    return isReported ? reportedArm(flags, flag, variant, arms) : assignment;
}

const measures = ({ outcome, denominator }: AssignmentInterest['metrics'][number], { name }: ReportedOutcome) =>
    name === outcome || name === denominator;

/** Whether a signal of this kind and name enrols. */
export function doesEnrol(
    { flag, enrol, onlyExposed }: Pick<AssignmentInterest, 'flag' | 'enrol' | 'onlyExposed'>,
    { signal, name }: Pick<ReportedOutcome, 'signal' | 'name'>,
): boolean {
    if (signal !== 'outcome') return name === flag && (signal === 'exposure' || !onlyExposed);
    return !onlyExposed && enrol.includes(name);
}

const isDuring = ({ startedAt, endedAt }: AssignmentInterest, at: number) =>
    at >= startedAt && (endedAt === null || at <= endedAt);

function unitOf({ unit, context = {} }: ReportedOutcome, field: string): string | undefined {
    const value = Object.hasOwn(context, field) ? String(context[field]) : unit;
    return value === '' ? undefined : value;
}
