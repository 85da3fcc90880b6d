/** Instructions for sending contexts, and parts that documents do not contain. */
export const NOTES = [
    'The user id is the userId; the groups of a user are the property groups, of which contexts here have one.',
    'If a flag has variants, its result is the value of the variant; the enabled state is not distinguished in addition.',
    'Custom filters and telemetry are not imported.',
];
