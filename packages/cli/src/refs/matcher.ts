import { resemblesFlag } from './words.ts';

/** How a line uses a flag. */
export type ReferenceKind = 'call' | 'definition' | 'alias' | 'text';

export interface Match {
    line: number;
    flag: string;
    kind: ReferenceKind;
    /** The function that is called, or the alias. */
    symbol?: string;
    /** For definitions: whether the alias is local to its file, as with `const flag = …`. */
    isVariable?: boolean;
}

/** The maximum length of a flag name. */
const MAX_NAME_LENGTH = 100;
/** Shorter names occur in every text, so matches would be meaningless. */
export const SHORTEST_NAME = 3;

export const DELIMITERS = ['"', "'", '`'];

/** Functions of the Unleash and OpenFeature SDKs in all languages. */
export const CALLS = [
    ...['isEnabled', 'is_enabled', 'is_enabled?', 'IsEnabled', 'IsEnabledAsync', 'isFeatureEnabled'],
    ...['getVariant', 'get_variant', 'GetVariant', 'useFlag', 'useVariant', 'useSuspenseFlag', 'flagEnabled'],
    ...['Boolean', 'String', 'Number', 'Object', 'Integer', 'Double', 'Float', 'Int'].flatMap((type) => [
        ...[`get${type}Value`, `get${type}Details`, `Get${type}Value`, `Get${type}ValueAsync`, `${type}Value`],
        ...[
            `get_${type.toLowerCase()}_value`,
            `get_${type.toLowerCase()}_details`,
            `fetch_${type.toLowerCase()}_value`,
        ],
        ...[`use${type}FlagValue`, `use${type}FlagDetails`],
    ]),
];

interface MatcherOptions {
    flags: Iterable<string>;
    /** The aliases of a flag in code, as whole words. */
    aliases?: ReadonlyMap<string, string>;
    calls?: Iterable<string>;
    delimiters?: readonly string[];
}

/** Characters that a word may begin with (2), or contain after the first (1). */
const WORD_CHARACTERS = Uint8Array.from({ length: 128 }, (_, code) => {
    const character = String.fromCharCode(code);
    return /[A-Za-z_$]/.test(character) ? 2 : /\d/.test(character) ? 1 : 0;
});
/** Words with characters that separate words in other languages. */
const LONG_WORD = /[A-Za-z_$][\w$]*(?:[.-][\w$]+)+/g;
/** The text before a name: a call, or a variable or member that the name is assigned to. */
const CALL_BEFORE =
    /([A-Za-z_$][\w$]*[?!]?)\s{0,20}(?:<[^<>()]{0,60}>)?[\s(]\s{0,40}(?:(?:ctx|context(?:\.\w{1,20}\(\))?),\s{0,20})?$/;
const VARIABLE_BEFORE =
    /([A-Za-z_$][\w$]*)(?:\s{0,10}:\s{0,10}[\w.<>|&' ]{1,40})?(?:\s{1,10}=\s{1,10}|\s{0,10}:=\s{0,10})$/;
const MEMBER_BEFORE = /([A-Za-z_$][\w$]*)["']?\s{0,10}(?:=>|[:=(])\s{0,10}$/;
const MAX_LOOKBEHIND = 140;

/** Finds flags in texts. The time grows with the text, not with the number of flags. */
export class Matcher {
    readonly #flags: ReadonlyMap<string, string>;
    readonly #aliases: ReadonlyMap<string, string>;
    readonly #hasLongAliases: boolean;
    /** The first character and the length of each alias. */
    readonly #beginnings: ReadonlySet<number>;
    readonly #calls: ReadonlySet<string>;
    readonly #delimiters: readonly string[];
    readonly #callPattern: RegExp;

    constructor({ flags, aliases = new Map(), calls = CALLS, delimiters = DELIMITERS }: MatcherOptions) {
        const findable = [...flags].filter((name) => name.length >= SHORTEST_NAME);
        this.#flags = new Map(findable.map((name) => [name, name]));
        this.#aliases = aliases;
        this.#hasLongAliases = [...aliases.keys()].some((alias) => /[.-]/.test(alias));
        this.#beginnings = new Set([...aliases.keys()].map((alias) => alias.charCodeAt(0) * 1_000 + alias.length));
        this.#calls = new Set(calls);
        this.#delimiters = delimiters;
        const names = [...this.#calls].sort((a, b) => b.length - a.length).map(escaped);
        this.#callPattern = new RegExp(
            `(?<![\\w$])(${names.join('|')})\\s{0,20}(?:<[^<>()]{0,60}>)?[\\s(]\\s{0,40}(?:(?:ctx|context(?:\\.\\w{1,20}\\(\\))?),\\s{0,20})?(["'\`])([\\w~.\\-!*]{3,100})\\2`,
            'g',
        );
    }

    /** Returns one match for each line and flag, in order. */
    find(text: string): Match[] {
        const positions: (Omit<Match, 'line'> & { at: number })[] = [];
        for (const delimiter of this.#delimiters) {
            for (const [at, flag] of this.#between(delimiter, text))
                positions.push({ at, flag, ...this.#usedAs(text, at, flag) });
        }
        if (this.#aliases.size > 0) {
            for (const [at, alias] of this.#words(text)) {
                const flag = this.#aliases.get(alias);
                if (flag !== undefined) positions.push({ at, flag, kind: 'alias', symbol: copied(alias) });
            }
        }
        return onLines(text, positions);
    }

    /** Names in SDK calls that are not flags. */
    findUnknown(text: string): { line: number; flag: string; symbol: string }[] {
        const positions = [...text.matchAll(this.#callPattern)].flatMap(({ index, 1: symbol, 3: flag }) =>
            this.#flags.has(flag!)
                ? []
                : [{ at: index, flag: copied(flag!), kind: 'call' as const, symbol: copied(symbol!) }],
        );
        return onLines(text, positions).map(({ line, flag, symbol }) => ({ line, flag, symbol: symbol! }));
    }

    /** Yields each name between two equal delimiters. An unpaired delimiter before it does not hide it. */
    *#between(delimiter: string, text: string): Generator<[at: number, flag: string]> {
        let start = text.indexOf(delimiter);
        while (start !== -1) {
            const end = text.indexOf(delimiter, start + 1);
            if (end === -1) return;
            const length = end - start - 1;
            if (length >= SHORTEST_NAME && length <= MAX_NAME_LENGTH) {
                // A substring would keep the whole text in memory.
                const name = this.#flags.get(text.slice(start + 1, end));
                if (name !== undefined) yield [start, name];
            }
            start = end;
        }
    }

    *#words(text: string): Generator<[at: number, word: string]> {
        const { length } = text;
        for (let at = 0; at < length; at++) {
            const first = text.charCodeAt(at);
            if (WORD_CHARACTERS[first] !== 2) continue;
            const start = at;
            do at++;
            while (WORD_CHARACTERS[text.charCodeAt(at)]! > 0);
            // Most words have another first character or length than all aliases.
            if (this.#beginnings.has(first * 1_000 + at - start)) yield [start, text.slice(start, at)];
        }
        if (!this.#hasLongAliases) return;
        for (const { index, 0: word } of text.matchAll(LONG_WORD)) yield [index, word];
    }

    #usedAs(text: string, at: number, flag: string): Pick<Match, 'kind' | 'symbol' | 'isVariable'> {
        const before = text.slice(Math.max(at - MAX_LOOKBEHIND, 0), at);
        const call = CALL_BEFORE.exec(before)?.[1];
        if (call !== undefined && this.#calls.has(call)) return { kind: 'call', symbol: copied(call) };
        const variable = VARIABLE_BEFORE.exec(before)?.[1];
        if (variable !== undefined) return { kind: 'definition', symbol: copied(variable), isVariable: true };
        const member = MEMBER_BEFORE.exec(before)?.[1];
        if (member !== undefined && resemblesFlag(member, flag)) return { kind: 'definition', symbol: copied(member) };
        return { kind: 'text' };
    }
}

/** Copies a substring, which would otherwise keep the whole text in memory. */
const copied = (part: string) => Buffer.from(part).toString();

export const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|-]/g, '\\$&');

const RANK: Record<ReferenceKind, number> = { call: 0, definition: 1, alias: 2, text: 3 };

/** Counts lines in one pass; of several matches of a flag on a line, the most specific one is used. */
function onLines(text: string, positions: (Omit<Match, 'line'> & { at: number })[]): Match[] {
    positions.sort((a, b) => a.at - b.at || RANK[a.kind] - RANK[b.kind]);
    const matches = new Map<string, Match>();
    let line = 1;
    let lineEnd = text.indexOf('\n');
    for (const { at, ...match } of positions) {
        while (lineEnd !== -1 && lineEnd < at) {
            line++;
            lineEnd = text.indexOf('\n', lineEnd + 1);
        }
        const key = `${line} ${match.flag}`;
        const known = matches.get(key);
        if (!known || RANK[match.kind] < RANK[known.kind]) matches.set(key, { line, ...match });
    }
    return [...matches.values()];
}
