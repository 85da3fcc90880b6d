/** Own code, because `TextEncoder` is part of hosts, not of the language. Lone surrogates become U+FFFD, as there. */
export function utf8(text: string): number[] {
    const bytes: number[] = [];
    for (const character of text.toWellFormed()) {
        const code = character.codePointAt(0)!;
        if (code < 0x80) bytes.push(code);
        else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63));
        else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
        else bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    }
    return bytes;
}
