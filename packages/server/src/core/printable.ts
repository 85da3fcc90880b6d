// Terminals obey control characters (escape sequences begin with one), and characters that change the direction of text make a line look
// like another one. Neither may come from a name that somebody else chose.

/** C0 and C1 control characters, line separators, and characters that change the direction of text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are looked for
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
/** The same without the characters that arrange a text in lines and columns. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are looked for
const UNSAFE_IN_LINES = /(?!\r\n)[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

const escape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A text for one line: unsafe characters become visible, for example `\u001b`. */
export const plain = (text: string): string => text.replace(UNSAFE, escape);

/** A text of several lines: line breaks and tabs stay, all other unsafe characters become visible. */
export const printable = (text: string): string => text.replace(UNSAFE_IN_LINES, escape);

/** JSON in which unsafe characters are escaped: readers get the same values. */
export const printableJson = (value: unknown, indent?: number): string =>
    // Undefined has no JSON.
    printable(JSON.stringify(value, null, indent) ?? 'null');
