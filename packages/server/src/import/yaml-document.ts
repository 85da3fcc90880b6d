import { Composer, type CST, type Document, Lexer, Parser } from 'yaml';
import type { ImportSteps } from './import-steps.ts';

/** Thrown if the text is not a YAML document, or is too large to be read at once. */
export class NoYaml extends Error {}

/** The number of tokens of a document of 256 KB. The last part of reading is not sliced. */
const MAX_TOKENS = 120_000;
/** Each nesting level is one entry of the parser's stack; the document and the current scalar are further entries. */
const STACK_OUTSIDE = 4;
const TOKENS_PER_STEP = 200;

/** Comparing all keys takes quadratic time, and so does quoting the text around each error. */
const OPTIONS = { prettyErrors: false, uniqueKeys: false, logLevel: 'silent' } as const;

/** Reads a YAML document. Tokens and nesting are counted before anything is built from them. */
export function* parseYaml(text: string, maxDepth: number): ImportSteps<unknown> {
    const document = compose(yield* tokensIn(text, maxDepth));
    const [mistake] = document?.errors ?? [];
    if (mistake) throw new NoYaml(`${mistake.message} (line ${lineOf(text, mistake.pos[0])})`);
    return document?.toJS({ maxAliasCount: 100 });
}

function* tokensIn(text: string, maxDepth: number): ImportSteps<CST.Token[]> {
    const parser = new Parser();
    const tokens: CST.Token[] = [];
    const addTokens = (lexed: Iterable<CST.Token>) => {
        for (const token of lexed) {
            if (token.type === 'error') throw new NoYaml(`${token.message} (line ${lineOf(text, token.offset)})`);
            tokens.push(token);
        }
    };
    let count = 0;
    for (const lexeme of new Lexer().lex(text)) {
        if (++count > MAX_TOKENS) throw new NoYaml(`it has more than ${MAX_TOKENS} tokens. Convert it to JSON first`);
        addTokens(parser.next(lexeme));
        if (parser.stack.length > maxDepth + STACK_OUTSIDE) {
            throw new NoYaml(`it is nested more than ${maxDepth} levels deep`);
        }
        if (count % TOKENS_PER_STEP === 0) yield;
    }
    addTokens(parser.end());
    return tokens;
}

function compose(tokens: readonly CST.Token[]): Document.Parsed | undefined {
    const { stackTraceLimit } = Error;
    // An invalid document can have many errors, and creating stack traces would take most of the time.
    Error.stackTraceLimit = 0;
    try {
        const [document, another] = new Composer(OPTIONS).compose(tokens);
        if (another) throw new NoYaml('it consists of several documents. Send one');
        return document as Document.Parsed | undefined;
    } finally {
        Error.stackTraceLimit = stackTraceLimit;
    }
}

const lineOf = (text: string, offset: number) => text.slice(0, offset).split('\n').length;
