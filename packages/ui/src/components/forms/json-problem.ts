/** Returns the first JSON syntax error with its position; undefined if the text is valid. */
export function jsonProblem(text: string): string | undefined {
    try {
        JSON.parse(text);
        return undefined;
    } catch {
        // The error messages of browsers differ, and not all of them contain the position.
        const { at, expected } = mistakeIn(text);
        const lines = text.slice(0, at).split('\n');
        return `Not JSON, line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}: ${expected} expected.`;
    }
}

const SPACE = /[ \t\r\n]*/y;
const STRING = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

type Expected = 'a value' | 'a name in quotes' | '“:”' | '“,” or “}”' | '“,” or “]”' | 'nothing more';

/** Parses the text token by token up to the first error. */
function mistakeIn(text: string): { at: number; expected: Expected } {
    const open: ('{' | '[')[] = [];
    let at = 0;
    let expected: Expected = 'a value';
    let mayClose = false;
    const take = (token: RegExp) => {
        token.lastIndex = at;
        const [match] = token.exec(text) ?? [];
        at += match?.length ?? 0;
        return match !== undefined;
    };
    const afterValue = (): Expected => {
        const around = open.at(-1);
        return around === undefined ? 'nothing more' : around === '{' ? '“,” or “}”' : '“,” or “]”';
    };
    for (;;) {
        take(SPACE);
        const next = text[at];
        const isClosed = next === '}' ? open.at(-1) === '{' : next === ']' && open.at(-1) === '[';
        if (isClosed && (mayClose || expected.startsWith('“,”'))) {
            open.pop();
            at++;
            expected = afterValue();
        } else if (expected === 'a value' && (next === '{' || next === '[')) {
            open.push(next);
            at++;
            expected = next === '{' ? 'a name in quotes' : 'a value';
            mayClose = true;
            continue;
        } else if (expected === 'a value' && (take(STRING) || take(SCALAR))) expected = afterValue();
        else if (expected === 'a name in quotes' && take(STRING)) expected = '“:”';
        else if (expected === '“:”' && next === ':') {
            at++;
            expected = 'a value';
        } else if (expected.startsWith('“,”') && next === ',') {
            at++;
            expected = open.at(-1) === '{' ? 'a name in quotes' : 'a value';
        } else return { at, expected };
        mayClose = false;
    }
}
