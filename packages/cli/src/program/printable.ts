// Terminals execute control characters (escape sequences begin with one), and characters that change the direction of text make a line look
// like another one. Neither may come from a name that another user chose.

/** C0 and C1 control characters, line separators, and characters that change the direction of text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression matches these characters
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
const visible = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Makes unsafe characters of a single line visible, for example as `\u001b`. */
export const plain = (text: string): string => text.replace(UNSAFE, visible);

/** Makes unsafe characters of a text with several lines visible; line breaks and tabs stay. */
export const printable = (text: string): string =>
    text.replace(UNSAFE, (character, at: number) => {
        const isLayout = character === '\n' || character === '\t' || (character === '\r' && text[at + 1] === '\n');
        return isLayout ? character : visible(character);
    });

/** Serializes to JSON with unsafe characters escaped: readers get the same values. */
export const printableJson = (value: unknown, indent?: number): string =>
    // JSON.stringify returns undefined for undefined.
    printable(JSON.stringify(value, null, indent) ?? 'null');
