/** Instructions for sending contexts, and parts that documents do not contain. */
export const NOTES = [
    'The identifier is the userId; traits are properties of the same name.',
    'Patterns match anywhere in the trait, as in the Node SDK; the Python SDK matches only its beginning.',
    'Splits use the key of the environment and the identifier, as SDKs with local evaluation do; the Flagsmith service may assign identities that it knows by number differently.',
    'Change requests, schedules, users and the audit log are not in the document.',
];
