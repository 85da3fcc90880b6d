/** Instructions for sending contexts, and parts that documents do not contain. */
export const NOTES = [
    'The entity id is the userId; everything in the context is a property of the same name.',
    'A variant with an attachment has it as its value; one without has its key.',
    'A namespace is imported as the flags of one project: import each namespace into a separate project, or use unique flag names.',
    'Numbers are compared as in the Flipt server; Flipt clients with local evaluation support only whole numbers.',
    'Metadata of flags is not imported.',
];
