/** How applications have to send contexts, and what is in no document. */
export const NOTES = [
    'The targeting key is the userId; everything else in the context is a property of the same name, members of objects as object.member.',
    'A flag that is disabled, or outside of the time of its experimentation, answers the default of the code, and so does one that is off here.',
    'Notifiers, exporters and tracking stay behind.',
];
