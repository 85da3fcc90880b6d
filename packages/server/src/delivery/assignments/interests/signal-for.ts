import type { Context, FlagSet } from '@halyard/engine';
import type { ReportedOutcome } from '../../outcomes/outcome.ts';
import type { UnitSignal } from '../../outcomes/outcome-protection.ts';
import { type Assignment, assign, reportedArm } from '../assign.ts';
import { undecidableReason } from '../undecidable-reason.ts';
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
    const flags = enrols ? flagsAt(outcome.at) : undefined;
    const context = completeContext(interest, outcome, unit);
    const assignment = flags ? assignmentOf(interest, outcome, { context, flags }) : 'none';
    if (assignment === 'none' && !isMeasured) return undefined;
    return {
        interest: interest.id,
        unit: hashOf(unit),
        ...(assignment === 'undecidable' && {
            undecidable: undecidableReason(flags!, interest.flag, context, isComplete(outcome)),
        }),
        ...(typeof assignment === 'object' && { arm: assignment }),
    };
}

const isComplete = ({ signal }: ReportedOutcome) => signal === 'evaluation';

/** The environment is that of the token, whatever the context says. */
const completeContext = (
    { unit: field, environment }: AssignmentInterest,
    { context, at }: ReportedOutcome,
    unit: string,
): Context => ({ ...context, [field]: unit, environment, currentTime: new Date(at).toISOString() }) as Context;

function assignmentOf(
    { flag, arms, onlyExposed }: AssignmentInterest,
    outcome: ReportedOutcome,
    { context, flags }: { context: Context; flags: FlagSet },
): Assignment {
    const { signal, variant } = outcome;
    const assignment = assign(flags, flag, context, { arms, isComplete: isComplete(outcome) });
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
