/** Instructions for sending contexts, and parts that documents do not contain. */
export const NOTES = [
    'The targetingKey is the userId; all other context members are properties of the same name.',
    'Percentages use the buckets of flagd 0.15 and later; earlier versions assigned users differently.',
    'Non-ASCII values get the same buckets as in flagd itself; its evaluator for JavaScript assigns them differently.',
    'A disabled flag returns the default of the code in flagd; a flag that is off does the same here.',
];
