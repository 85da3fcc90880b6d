/** How applications have to send contexts, and what is in no document. */
export const NOTES = [
    'The user id is the userId; the groups of a user are the property groups, of which contexts here have one.',
    'Where a flag has variants, its answer is the value of the variant; whether it is enabled besides is not told apart.',
    'Filters of your own stay behind, and so does telemetry.',
];
