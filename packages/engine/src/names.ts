/** The same text as the very string that engines use for property names, which is also what they make of literals. */
export function interned(text: string): string {
    return Object.keys({ [text]: 0 })[0]!;
}

/** A number from up to three of the last letters of a name, where names differ most. */
export function placeOf(name: string, letters: number): number {
    const { length } = name;
    if (length < 3) return length;
    let place = length ^ name.charCodeAt(length - 1);
    if (letters > 1) place ^= name.charCodeAt(length - 2) << 4;
    if (letters > 2) place ^= name.charCodeAt(length - 3) << 8;
    return place;
}
