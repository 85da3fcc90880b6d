/** A part of a sentence, and whether it is missing on the other side. */
export interface Piece {
    text: string;
    isNew: boolean;
}

/** A sentence that is unchanged, removed, added or changed. */
export type SentenceChange =
    | { kind: 'same'; text: string }
    | { kind: 'gone'; before: Piece[] }
    | { kind: 'new'; after: Piece[] }
    | { kind: 'changed'; before: Piece[]; after: Piece[] };

/** Compares two lists of sentences by sentence and by word, and returns the changes in reading order. */
export function sentenceChanges(before: readonly string[], after: readonly string[]): SentenceChange[] {
    return runs(before, after).flatMap((run) =>
        run.isSame ? run.before.map((text) => ({ kind: 'same' as const, text })) : pairs(run.before, run.after),
    );
}

/** Replaced sentences are compared word by word if they have enough in common. */
function pairs(before: readonly string[], after: readonly string[]): SentenceChange[] {
    const count = Math.max(before.length, after.length);
    return Array.from({ length: count }, (_, index) => pair(before[index], after[index])).flat();
}

const whole = (text: string): Piece[] => [{ text, isNew: true }];

function pair(was: string | undefined, is: string | undefined): SentenceChange[] {
    if (was === undefined) return is === undefined ? [] : [{ kind: 'new', after: whole(is) }];
    if (is === undefined) return [{ kind: 'gone', before: whole(was) }];
    const words = runs(splitWords(was), splitWords(is));
    const shared = words.reduce((sum, run) => sum + (run.isSame ? run.before.join('').length : 0), 0);
    if (shared * 3 < Math.min(was.length, is.length)) {
        return [{ kind: 'changed', before: whole(was), after: whole(is) }];
    }
    const side = (of: 'before' | 'after') =>
        words.flatMap((run) => (run[of].length > 0 ? [{ text: run[of].join(''), isNew: !run.isSame }] : []));
    return [{ kind: 'changed', before: side('before'), after: side('after') }];
}

/** Splits text into words with their preceding space. Punctuation is separate, so that “NO,” and “NO.” contain the same word. */
const splitWords = (text: string) => text.match(/\s*(?:[^\s,;()]+?(?=[\s,;()]|\.?$)|[,;().])/g) ?? [];

interface Run {
    isSame: boolean;
    before: string[];
    after: string[];
}

/** Above this number of comparisons, the middle part counts as changed as a whole, because nobody reads such a list word by word. */
const MAX_COMPARISONS = 250_000;

/** Splits two lists into equal and different runs by their longest common subsequence. */
function runs(before: readonly string[], after: readonly string[]): Run[] {
    let start = 0;
    while (start < before.length && before[start] === after[start] && start < after.length) start += 1;
    let end = 0;
    const most = Math.min(before.length, after.length) - start;
    while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
    const [was, is] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
    const middle =
        was.length * is.length > MAX_COMPARISONS ? [{ isSame: false, before: was, after: is }] : compared(was, is);
    const head = before.slice(0, start);
    const tail = before.slice(before.length - end);
    return [{ isSame: true, before: head, after: head }, ...middle, { isSame: true, before: tail, after: tail }].filter(
        (run) => run.before.length + run.after.length > 0,
    );
}

function compared(before: readonly string[], after: readonly string[]): Run[] {
    const lengths = commonLengths(before, after);
    const at = (row: number, column: number) => lengths[row]?.[column] ?? 0;
    const result: Run[] = [];
    const add = (isSame: boolean, was: string | undefined, is: string | undefined) => {
        let run = result.at(-1);
        if (run?.isSame !== isSame) {
            run = { isSame, before: [], after: [] };
            result.push(run);
        }
        if (was !== undefined) run.before.push(was);
        if (is !== undefined) run.after.push(is);
    };
    let [row, column] = [0, 0];
    while (row < before.length || column < after.length) {
        if (row < before.length && before[row] === after[column]) add(true, before[row++], after[column++]);
        else if (column >= after.length || (row < before.length && at(row + 1, column) >= at(row, column + 1))) {
            add(false, before[row++], undefined);
        } else add(false, undefined, after[column++]);
    }
    return result;
}

/** Computes the length of the longest common subsequence of the remaining lists for every pair of positions. */
function commonLengths(before: readonly string[], after: readonly string[]): Uint16Array[] {
    const lengths = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
    for (let row = before.length - 1; row >= 0; row -= 1) {
        const [here, below] = [lengths[row], lengths[row + 1]];
        if (!here || !below) continue;
        for (let column = after.length - 1; column >= 0; column -= 1) {
            here[column] =
                before[row] === after[column]
                    ? (below[column + 1] ?? 0) + 1
                    : Math.max(below[column] ?? 0, here[column + 1] ?? 0);
        }
    }
    return lengths;
}
