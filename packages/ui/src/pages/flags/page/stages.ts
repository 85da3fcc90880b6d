/** The lifecycle stages of a flag with their labels. */
export const STAGES = [
    { stage: 'initial', label: 'Defined', about: 'Created; not evaluated yet' },
    { stage: 'pre-live', label: 'In development', about: 'Evaluated, but not in production yet' },
    { stage: 'live', label: 'In production', about: 'Evaluated in production, where it is on' },
    { stage: 'completed', label: 'Completed', about: 'Completed; clean up the code' },
] as const;

export const stageOf = (name: string | undefined) => STAGES.find(({ stage }) => stage === name);
