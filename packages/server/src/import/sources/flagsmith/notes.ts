/** How applications have to send contexts, and what is in no document. */
export const NOTES = [
    'The identifier is the userId; traits are properties of the same name.',
    'Patterns are read as the Node SDK does, anywhere in the trait; the Python SDK looks at its beginning only.',
    'Splits are placed by the key of the environment and the identifier, as SDKs do that evaluate themselves; identities that the service knows by number may be placed elsewhere by it.',
    'Change requests, schedules, users and the audit log are not in the document.',
];
