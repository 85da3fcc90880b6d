import { Composer, type CST, type Document, Lexer, Parser } from 'yaml';
import type { ReadSteps } from './sources/source.ts';

/** The text is no YAML document, or a larger one than can be read at once. */
export class NoYaml extends Error {}

/** As many tokens as a document of 256 KB has. The last part of reading them is not cut into slices. */
const MAX_TOKENS = 120_000;
/** Each level of a document is one entry of the parser's stack; the document and the current scalar are further ones. */
const STACK_OUTSIDE = 4;
const TOKENS_PER_STEP = 200;

/** Comparing all keys with each other takes quadratic time, and so do excerpts of the text around each mistake. */
const OPTIONS = { prettyErrors: false, uniqueKeys: false, logLevel: 'silent' } as const;

/** Reads a YAML document. Tokens and nesting are counted before anything is built from them. */
export function* parseYaml(text: string, maxDepth: number): ReadSteps<unknown> {
    const document = compose(yield* tokensIn(text, maxDepth));
    const [mistake] = document?.errors ?? [];
    if (mistake) throw new NoYaml(`${mistake.message} (line ${lineOf(text, mistake.pos[0])})`);
    return document?.toJS({ maxAliasCount: 100 });
}

function* tokensIn(text: string, maxDepth: number): ReadSteps<CST.Token[]> {
    const parser = new Parser();
    const tokens: CST.Token[] = [];
    const take = (found: Iterable<CST.Token>) => {
        for (const token of found) {
            if (token.type === 'error') throw new NoYaml(`${token.message} (line ${lineOf(text, token.offset)})`);
            tokens.push(token);
        }
    };
    let count = 0;
    for (const lexeme of new Lexer().lex(text)) {
        if (++count > MAX_TOKENS) throw new NoYaml(`it has more than ${MAX_TOKENS} tokens. Convert it to JSON first`);
        take(parser.next(lexeme));
        if (parser.stack.length > maxDepth + STACK_OUTSIDE) {
            throw new NoYaml(`it is nested more than ${maxDepth} levels deep`);
        }
        if (count % TOKENS_PER_STEP === 0) yield;
    }
    take(parser.end());
    return tokens;
}

function compose(tokens: readonly CST.Token[]): Document.Parsed | undefined {
    const { stackTraceLimit } = Error;
    // A document of mistakes has one error for each of them: stack traces take most of the time.
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
