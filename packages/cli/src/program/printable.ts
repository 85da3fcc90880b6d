// Terminals obey control characters (escape sequences begin with one), and characters that change the direction of text make a line look
// like another one. Neither may come from a name that somebody else chose.

/** C0 and C1 control characters, line separators, and characters that change the direction of text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are looked for
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
const visible = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A text for one line: unsafe characters become visible, for example `\u001b`. */
export const plain = (text: string): string => text.replace(UNSAFE, visible);

/** A text of several lines: line breaks and tabs stay, all other unsafe characters become visible. */
export const printable = (text: string): string =>
    text.replace(UNSAFE, (character, at: number) => {
        const isLayout = character === '\n' || character === '\t' || (character === '\r' && text[at + 1] === '\n');
        return isLayout ? character : visible(character);
    });

/** JSON in which unsafe characters are escaped: readers get the same values. */
export const printableJson = (value: unknown, indent?: number): string =>
    // Undefined has no JSON.
    printable(JSON.stringify(value, null, indent) ?? 'null');
