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
    const parser = new Parser(text);
    while (parser.next());
    return { at: parser.at, expected: parser.expected };
}

/** The state after each token: the position, the open brackets, and what may follow. */
class Parser {
    at = 0;
    expected: Expected = 'a value';
    #open: ('{' | '[')[] = [];
    #mayClose = false;
    readonly #text: string;

    constructor(text: string) {
        this.#text = text;
    }

    /** Reads the next token; false if it is not an expected one. */
    next(): boolean {
        this.#take(SPACE);
        const next = this.#text[this.at];
        const isOpened = this.expected === 'a value' && (next === '{' || next === '[');
        const isRead = this.#close(next) || (isOpened ? this.#openBracket(next) : this.#read(next));
        this.#mayClose = isOpened;
        return isRead;
    }

    #take(token: RegExp): boolean {
        token.lastIndex = this.at;
        const [match] = token.exec(this.#text) ?? [];
        this.at += match?.length ?? 0;
        return match !== undefined;
    }

    #close(next: string | undefined): boolean {
        const around = this.#open.at(-1);
        const isMatching = (next === '}' && around === '{') || (next === ']' && around === '[');
        if (!isMatching || !(this.#mayClose || this.expected.startsWith('“,”'))) return false;
        this.#open.pop();
        return this.#step(this.#afterValue());
    }

    #openBracket(bracket: '{' | '['): boolean {
        this.#open.push(bracket);
        return this.#step(bracket === '{' ? 'a name in quotes' : 'a value');
    }

    #read(next: string | undefined): boolean {
        switch (this.expected) {
            case 'a value':
                return (this.#take(STRING) || this.#take(SCALAR)) && this.#expect(this.#afterValue());
            case 'a name in quotes':
                return this.#take(STRING) && this.#expect('“:”');
            case '“:”':
                return next === ':' && this.#step('a value');
            case 'nothing more':
                return false;
            default:
                return next === ',' && this.#step(this.#open.at(-1) === '{' ? 'a name in quotes' : 'a value');
        }
    }

    #expect(expected: Expected): boolean {
        this.expected = expected;
        return true;
    }

    /** The same after a token of one character. */
    #step(expected: Expected): boolean {
        this.at++;
        return this.#expect(expected);
    }

    #afterValue(): Expected {
        const around = this.#open.at(-1);
        if (around === undefined) return 'nothing more';
        return around === '{' ? '“,” or “}”' : '“,” or “]”';
    }
}
