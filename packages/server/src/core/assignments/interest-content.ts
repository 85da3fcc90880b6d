/** Whether units are compared by whether the flag is on, or by its variant. */
export type ArmKind = 'on-off' | 'variants';

/** The computation over the outcomes of a unit. */
export interface AssignmentMetric {
    key: string;
    outcome: string;
    kind: 'conversion' | 'count' | 'mean' | 'ratio';
    /** The outcome of the denominator of a ratio. */
    denominator?: string;
    /** Outcomes count for this long after the unit was enrolled. */
    windowHours?: number;
    /** The maximum of the value of a unit. */
    cap?: number;
}

/** The facts to record about the units that meet a flag. */
export interface InterestContent {
    /** The context field that identifies a unit. */
    unit: string;
    arms: ArmKind;
    /** The outcomes that enrol. */
    enrol: readonly string[];
    metrics: readonly AssignmentMetric[];
    /** Only exposures enrol. */
    onlyExposed?: boolean;
    /** Only backend tokens count: anybody can use a frontend token. */
    backendOnly?: boolean;
}
