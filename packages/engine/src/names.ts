/** The same text as the very string that engines use for property names, which is also what they make of literals. */
export function interned(text: string): string {
    return Object.keys({ [text]: 0 })[0]!;
}
