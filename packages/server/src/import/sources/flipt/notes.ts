/** How applications have to send contexts, and what is in no document. */
export const NOTES = [
    'The entity id is the userId; everything in the context is a property of the same name.',
    'A variant with an attachment has it as its value; one without has its key.',
    'A namespace comes along as the flags of one project: import each one into a project of its own, or give its flags names that differ.',
    'Numbers are compared as its server does; its clients that evaluate themselves take only whole ones for numbers.',
    'Metadata of flags stays behind.',
];
