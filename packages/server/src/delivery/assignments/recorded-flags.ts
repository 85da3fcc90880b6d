/** A flag whose evaluations are recorded, for a release or an experiment. */
export interface RecordedFlag {
    id: string;
    flag: string;
    project: string;
    /** The context field that identifies a unit. */
    unit: string;
    /** Evaluations enrol nobody, only exposures do. */
    onlyExposed?: boolean;
    /** Evaluations for frontend tokens do not count. */
    backendOnly?: boolean;
    /** Nobody is enrolled any more; late outcomes still count. */
    endedAt?: number | null;
}

/** The flags whose evaluations are recorded. */
export interface RecordedFlags {
    /** Undefined if there is none, so that nothing is recorded. */
    in(environment: string): readonly RecordedFlag[] | undefined;
    /** Identifies the current definitions: a unit is recorded once for each. Undefined: they may be outdated, so nothing is recorded. */
    currentFlags(environment: string): object | undefined;
    /** Registers a listener that is called when other flags than before are recorded. */
    onChange(listener: () => void): void;
}

/** Whether evaluations enrol units. */
export const areEvaluationsRecorded = ({ onlyExposed, endedAt }: RecordedFlag): boolean =>
    !onlyExposed && (endedAt === undefined || endedAt === null);
