/** Instructions for sending contexts, and parts that documents do not contain. */
export const NOTES = [
    'The Identifier is the userId; Email, Country and custom attributes are properties of the same name.',
    'Hashed comparators cannot be reversed: write the rule with plain-text comparators, or export it from the management API.',
    'Numbers with a decimal comma are numbers in ConfigCat, but not here.',
];
