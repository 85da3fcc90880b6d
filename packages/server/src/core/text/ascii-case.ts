/**
 * Letters of ASCII in lower case, all others as they are: what `lower` of both databases does. Other letters must not
 * become letters of ASCII, as the sign for Kelvin would: an address would be taken for that of someone else.
 */
export const asciiLower = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
