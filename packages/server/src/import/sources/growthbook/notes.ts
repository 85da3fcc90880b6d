/** Instructions for sending contexts, and parts that documents do not contain. */
export const NOTES = [
    'The attribute id is the userId; all other attributes are properties of the same name, nested ones with a dot.',
    'A feature that is off in an environment is not in its document: it is not imported.',
    'Sticky buckets, URL targeting, forced variations of a query string and visual experiments are not imported.',
];
