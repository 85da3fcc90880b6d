import { escaped, type Match } from './matcher.ts';
import { isDistinct, resemblesFlag, wordsOf } from './words.ts';

/** Spellings of flag names in code that follows naming rules. */
export const STYLES = {
    camelcase: (words: string[]) => words.map((word, index) => (index === 0 ? word : capital(word))).join(''),
    pascalcase: (words: string[]) => words.map(capital).join(''),
    snakecase: (words: string[]) => words.join('_'),
    uppersnakecase: (words: string[]) => words.join('_').toUpperCase(),
    kebabcase: (words: string[]) => words.join('-'),
    dotcase: (words: string[]) => words.join('.'),
};
export type Style = keyof typeof STYLES;

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Returns the aliases of the flags in these styles; ambiguous aliases are dropped. */
export function styledAliases(flags: Iterable<string>, styles: readonly Style[]): Map<string, string> {
    const aliases = new UnambiguousAliases();
    for (const flag of flags) {
        const words = wordsOf(flag);
        for (const style of styles) {
            const alias = STYLES[style](words);
            if (alias !== flag && isDistinct(alias)) aliases.add(alias, flag);
        }
    }
    return aliases.all();
}

/** Collects aliases; an alias of several flags is dropped. */
export class UnambiguousAliases {
    readonly #flags = new Map<string, string | null>();

    add(alias: string, flag: string): void {
        const known = this.#flags.get(alias);
        if (known !== flag) this.#flags.set(alias, known === undefined ? flag : null);
    }

    all(): Map<string, string> {
        return new Map([...this.#flags].flatMap(([alias, flag]) => (flag === null ? [] : [[alias, flag]])));
    }
}

/** The aliases that code defines: globally, or local to a file. */
export interface AliasScan {
    everywhere: UnambiguousAliases;
    byFile: Map<string, Map<string, string>>;
}

/**
 * Collects aliases from definitions such as `NEW_CHECKOUT = 'new-checkout'`: globally if the name resembles the flag; a variable with any
 * other name (`const flag = …`) only within its file.
 */
export function collectAliases({ everywhere, byFile }: AliasScan, file: string, matches: readonly Match[]): void {
    const local = new UnambiguousAliases();
    for (const { kind, symbol, flag, isVariable } of matches) {
        if (kind !== 'definition' || symbol === undefined || symbol === flag) continue;
        if (resemblesFlag(symbol, flag)) everywhere.add(symbol, flag);
        else if (isVariable && symbol.length >= 3) local.add(symbol, flag);
    }
    const aliases = local.all();
    if (aliases.size > 0) byFile.set(file, aliases);
}

/** Returns a function that finds wrappers: functions that pass their parameter to a known call. Calls of them count as calls, too. */
export function wrapperFinder(calls: ReadonlySet<string>): (text: string) => string[] {
    const passedOn = new RegExp(
        `(?<![\\w$])(?:${[...calls].map(escaped).join('|')})\\s{0,5}(?:<[^<>()]{0,60}>)?\\(\\s{0,20}([A-Za-z_$][\\w$]*)\\s{0,5}[,)]`,
        'g',
    );
    return (text) => {
        const wrappers: string[] = [];
        let count = 0;
        for (const { index, 1: parameter } of text.matchAll(passedOn)) {
            // Each match searches backwards in the file; the limit bounds the time for a file that consists only of matches.
            if (++count > 200) break;
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
        // The call is in the nearest definition, which counts only if it has the parameter.
        const first = parameters!.split(',').map((each) => each.replace(/^\s*(?:self|this)\s*$/, '').trim());
        const hasParameter = first.filter((each) => each !== '').some((each) => nameOf(each) === parameter);
        name = hasParameter ? (named ?? assigned) : undefined;
    }
    return name;
}

/** `String flag`, `flag: string`, `flag string` and `$flag` are parameters with the name flag. */
function nameOf(parameter: string): string | undefined {
    const [beforeColon] = parameter.split(/[:=]/);
    const words = beforeColon!.trim().split(/\s+/);
    const isTypeFirst = words.length > 1 && /^[A-Z]|^(?:const|final|string|str)$/.test(words[0]!);
    return (isTypeFirst ? words.at(-1) : words[0])?.replace(/^[&*@]+/, '');
}
