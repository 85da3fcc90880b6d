import { escaped, type Match } from './matcher.ts';
import { isDistinct, tellsOf, wordsOf } from './words.ts';

/** How names of flags are written where code has rules of its own for names. */
export const STYLES = {
    camelcase: (words: string[]) => words.map((word, place) => (place === 0 ? word : capital(word))).join(''),
    pascalcase: (words: string[]) => words.map(capital).join(''),
    snakecase: (words: string[]) => words.join('_'),
    uppersnakecase: (words: string[]) => words.join('_').toUpperCase(),
    kebabcase: (words: string[]) => words.join('-'),
    dotcase: (words: string[]) => words.join('.'),
};
export type Style = keyof typeof STYLES;

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** The aliases of the flags by these rules; ambiguous aliases are dropped. */
export function styledAliases(flags: Iterable<string>, styles: readonly Style[]): Map<string, string> {
    const aliases = new OneMeaning();
    for (const flag of flags) {
        const words = wordsOf(flag);
        for (const style of styles) {
            const alias = STYLES[style](words);
            if (alias !== flag && isDistinct(alias)) aliases.add(alias, flag);
        }
    }
    return aliases.all();
}

/** Words with one meaning each. */
export class OneMeaning {
    readonly #meanings = new Map<string, string | null>();

    add(alias: string, flag: string): void {
        const known = this.#meanings.get(alias);
        if (known !== flag) this.#meanings.set(alias, known === undefined ? flag : null);
    }

    all(): Map<string, string> {
        return new Map([...this.#meanings].flatMap(([alias, flag]) => (flag === null ? [] : [[alias, flag]])));
    }
}

/** The aliases defined in a file: global ones, or local to the file. */
export interface FoundAliases {
    everywhere: OneMeaning;
    byFile: Map<string, Map<string, string>>;
}

/**
 * A definition such as `NEW_CHECKOUT = 'new-checkout'` makes an alias: everywhere, when one can be told from the other;
 * a variable of any name (`const flag = …`) within its file alone.
 */
export function noteAliases({ everywhere, byFile }: FoundAliases, file: string, found: readonly Match[]): void {
    const local = new OneMeaning();
    for (const { kind, symbol, flag, isVariable } of found) {
        if (kind !== 'definition' || symbol === undefined || symbol === flag) continue;
        if (tellsOf(symbol, flag)) everywhere.add(symbol, flag);
        else if (isVariable && symbol.length >= 3) local.add(symbol, flag);
    }
    const aliases = local.all();
    if (aliases.size > 0) byFile.set(file, aliases);
}

/** Finds functions that hand their parameter on to a call that is known: they are calls, too. */
export function wrapperFinder(calls: ReadonlySet<string>): (text: string) => string[] {
    const handedOn = new RegExp(
        `(?<![\\w$])(?:${[...calls].map(escaped).join('|')})\\s{0,5}(?:<[^<>()]{0,60}>)?\\(\\s{0,20}([A-Za-z_$][\\w$]*)\\s{0,5}[,)]`,
        'g',
    );
    return (text) => {
        const wrappers: string[] = [];
        let looked = 0;
        for (const { index, 1: parameter } of text.matchAll(handedOn)) {
            // Each looks back over a part of the file: a file made of nothing else finds an end.
            if (++looked > 200) break;
            const name = lastDefinition(text.slice(Math.max(index - 1_500, 0), index), parameter!);
            if (name !== undefined && name.length >= 4 && !calls.has(name)) wrappers.push(name);
        }
        return wrappers;
    };
}

/** `function name(parameter`, `name = (parameter`, `def name(self, parameter`, `func name(parameter`, `fun name(parameter: …`. */
const DEFINITION =
    /(?:(?:function|def|func|fun|fn|sub|defp)\s{1,5}([A-Za-z_$][\w$]*[?!]?)\s{0,5}(?:<[^<>()]{0,60}>)?|(?:const|let|var|val)\s{1,5}([A-Za-z_$][\w$]*)(?:\s{0,5}:[^=\n]{0,80})?\s{0,5}=\s{0,5}(?:async\s{1,5})?)\(([^()]{1,200})\)?/g;

function lastDefinition(text: string, parameter: string): string | undefined {
    let name: string | undefined;
    for (const { 1: named, 2: assigned, 3: parameters } of text.matchAll(DEFINITION)) {
        // The nearest definition is the one that it is in; whether its parameter is the one decides.
        const first = parameters!.split(',').map((each) => each.replace(/^\s*(?:self|this)\s*$/, '').trim());
        const isHanded = first.filter((each) => each !== '').some((each) => nameOf(each) === parameter);
        name = isHanded ? (named ?? assigned) : undefined;
    }
    return name;
}

/** `String flag`, `flag: string`, `flag string` and `$flag` are parameters that are called flag. */
function nameOf(parameter: string): string | undefined {
    const [beforeColon] = parameter.split(/[:=]/);
    const words = beforeColon!.trim().split(/\s+/);
    const isTypeFirst = words.length > 1 && /^[A-Z]|^(?:const|final|string|str)$/.test(words[0]!);
    return (isTypeFirst ? words.at(-1) : words[0])?.replace(/^[&*@]+/, '');
}
