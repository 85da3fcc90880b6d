/**
 * Converts ASCII letters to lower case, like `lower` of both databases, and leaves all others unchanged. Other letters must not become
 * ASCII letters, as the Kelvin sign would: the e-mail address could match that of another user.
 */
export const asciiLower = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
