/** The way of a flag through its life, in words. */
export const STAGES = [
    { stage: 'initial', label: 'Defined', about: 'Created; no application asks for it yet' },
    { stage: 'pre-live', label: 'In development', about: 'Applications ask for it, not yet in production' },
    { stage: 'live', label: 'In production', about: 'Applications ask for it in production, where it is on' },
    { stage: 'completed', label: 'Completed', about: 'Decided; clean it up in the code' },
] as const;

export const stageOf = (name: string | undefined) => STAGES.find(({ stage }) => stage === name);
