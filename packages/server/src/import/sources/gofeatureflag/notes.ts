/** Instructions for sending contexts, and parts that documents do not contain. */
export const NOTES = [
    'The targeting key is the userId; everything else in the context is a property of the same name, members of objects as object.member.',
    'A flag that is disabled, or outside of its experimentation period, returns the default of the code; a flag that is off does the same here.',
    'Notifiers, exporters and tracking are not imported.',
];
