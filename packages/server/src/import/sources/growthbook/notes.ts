/** How applications have to send contexts, and what is in no document. */
export const NOTES = [
    'The attribute id is the userId; all other attributes are properties of the same name, nested ones with a dot.',
    'A feature that is off in an environment is not in its document: it does not come along.',
    'Sticky buckets, URL targeting, forced variations of a query string and visual experiments stay behind.',
];
