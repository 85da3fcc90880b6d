/** A text range and its replacement. */
export interface Edit {
    start: number;
    end: number;
    text: string;
}

/** Applies edits in any order; of two that overlap, the first in the list wins. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
    const accepted: Edit[] = [];
    for (const edit of edits) {
        if (accepted.every(({ start, end }) => edit.end <= start || edit.start >= end)) accepted.push(edit);
    }
    accepted.sort((a, b) => a.start - b.start);
    let result = '';
    let at = 0;
    for (const { start, end, text: replacement } of accepted) {
        result += text.slice(at, start) + withSemicolon(text, start, replacement);
        at = end;
    }
    return result + text.slice(at);
}

/** Without semicolons, a line that begins with a bracket would continue the line before. */
function withSemicolon(text: string, start: number, replacement: string): string {
    if (!/^[([`+\-/]/.test(replacement)) return replacement;
    const before = text.slice(0, start);
    const isNewLine = /(?:^|\n)[ \t]*$/.test(before);
    const endsOpen = /[\w)\]"'`]\s*$/.test(before);
    return isNewLine && endsOpen ? `;${replacement}` : replacement;
}

/** Extends a range to whole lines if nothing else is on them. */
export function wholeLines(text: string, { start, end }: { start: number; end: number }): Edit {
    let [from, to] = [start, end];
    while (from > 0 && (text[from - 1] === ' ' || text[from - 1] === '\t')) from--;
    while (to < text.length && (text[to] === ' ' || text[to] === '\t')) to++;
    const beginsLine = from === 0 || text[from - 1] === '\n';
    const endsLine = to === text.length || text[to] === '\n' || text[to] === '\r';
    if (!beginsLine || !endsLine) return { start, end, text: '' };
    if (text[to] === '\r') to++;
    if (text[to] === '\n') to++;
    // Between two empty lines, one of them is removed, too.
    const [isAfterEmpty, emptyLine] = [/(?:^|\n)\r?\n$/.test(text.slice(0, from)), /^\r?\n/.exec(text.slice(to))];
    if ((isAfterEmpty || from === 0) && emptyLine) to += emptyLine[0].length;
    return { start: from, end: to, text: '' };
}
