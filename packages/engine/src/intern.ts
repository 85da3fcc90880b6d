/** Returns the interned string of a text, which JavaScript engines use for property names and literals. */
export function intern(text: string): string {
    return Object.keys({ [text]: 0 })[0]!;
}
