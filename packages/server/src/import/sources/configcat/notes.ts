/** How applications have to send contexts, and what is in no document. */
export const NOTES = [
    'The Identifier is the userId; Email, Country and custom attributes are properties of the same name.',
    'Hashed comparators cannot be turned back: write the rule with clear comparators, or export it from the management API.',
    'Numbers with a decimal comma are numbers there, and not here.',
];
