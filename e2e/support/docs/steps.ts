import { lexer, type Token, type Tokens } from 'marked';

/** The commands and requests of a page, in order. */
export type DocsStep =
    | (Expected & { kind: 'shell' | 'js'; text: string })
    | { kind: 'data'; language: 'json' | 'jsonl' | 'yaml'; text: string; schema: string | undefined }
    | { kind: 'not run'; language: string; text: string; reason: string };

interface Expected {
    /** A part of its output. */
    prints: string | undefined;
    /** The exit status. */
    status: number;
}

const KINDS = { sh: 'shell', js: 'js' } as const;
const DATA = ['json', 'jsonl', 'yaml'] as const;

/**
 * Reads the blocks of code of a page. Invisible comments before a block describe it:
 *
 *     <!-- prints: text -->     its output contains this
 *     <!-- status: 2 -->        it ends with this status
 *     <!-- schema: name -->     it matches this schema of openapi.json
 *     <!-- not run: reason -->  it cannot be run here
 *     <!-- run: command -->     runs before, and is not shown
 */
export function stepsOf(markdown: string): DocsStep[] {
    const steps: DocsStep[] = [];
    let annotations = new Map<string, string>();
    for (const token of flat(lexer(markdown))) {
        if (token.type === 'html') {
            for (const [, name, value] of token.text.matchAll(/<!-- (prints|status|schema|not run|run): (.*?) -->/g)) {
                if (name === 'run') steps.push({ kind: 'shell', text: value!, prints: undefined, status: 0 });
                else annotations.set(name!, value!);
            }
        } else if (token.type === 'code') {
            steps.push(stepOf(token as Tokens.Code, annotations));
            annotations = new Map();
        }
    }
    return steps;
}

function stepOf({ text, lang: language = '' }: Tokens.Code, annotations: Map<string, string>): DocsStep {
    const reason = annotations.get('not run');
    if (reason !== undefined) return { kind: 'not run', language, text, reason };
    const data = DATA.find((each) => each === language);
    if (data) return { kind: 'data', language: data, text, schema: annotations.get('schema') };
    const kind = Object.hasOwn(KINDS, language) ? KINDS[language as keyof typeof KINDS] : undefined;
    if (!kind) throw new Error(`A block of "${language}" is neither run nor marked as not run:\n${text}`);
    return { kind, text, prints: annotations.get('prints'), status: Number(annotations.get('status') ?? 0) };
}

/** Includes blocks in lists. */
function flat(tokens: Token[]): Token[] {
    return tokens.flatMap((token) => {
        const inner = token.type === 'list' ? (token as Tokens.List).items : ((token as Tokens.Generic).tokens ?? []);
        return [token, ...flat(inner)];
    });
}
