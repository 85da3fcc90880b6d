export interface SwitchCommand {
    /** Undefined if the command does not contain a direction. */
    enabled: boolean | undefined;
    /** The words that the flag's name contains, in any order. */
    words: string[];
    /** The beginning of the environment's name; empty for all environments. */
    environment: string;
    isScheduled: boolean;
    /** The word for the direction, unless the command also says "turn" or "switch". */
    ambiguous: string | undefined;
}

const DIRECTIONS: Record<string, boolean> = {
    off: false,
    stop: false,
    kill: false,
    disable: false,
    deactivate: false,
    on: true,
    start: true,
    enable: true,
    activate: true,
};

/** Words that may accompany a direction, as in "turn the flag gift off". */
const FILLERS = new Set(['turn', 'turning', 'switch', 'switching', 'flag', 'the']);

/**
 * Reads a command such as "turn off new-checkout in production", "off gift", "promo stop" or "schedule new-checkout". The words may have any
 * order. A word that begins the name of one of the environments selects it, if another word names the flag.
 */
export function switchCommandIn(query: string, environments: readonly string[] = []): SwitchCommand | undefined {
    const typed = query.trim().toLowerCase().split(/\s+/);
    const isScheduled = typed[0] === 'schedule';
    const [words, environment] = withoutEnvironment(isScheduled ? typed.slice(1) : typed);
    // The first direction counts, so that flags with such a name can be switched: "turn on on-call", "off on".
    const at = words.findIndex((word) => word in DIRECTIONS);
    if (at < 0 && !isScheduled) return undefined;
    const names = words.filter((word, index) => index !== at && !FILLERS.has(word));
    const named =
        names.length > 1 && environment === '' ? names.findIndex((name) => isEnvironment(name, environments)) : -1;
    const flag = names.filter((_, index) => index !== named);
    if (flag.length === 0) return undefined;
    return {
        enabled: DIRECTIONS[words[at] ?? ''],
        words: flag,
        environment: environment || (names[named] ?? ''),
        isScheduled,
        ambiguous: isScheduled || words.some((word) => FILLERS.has(word)) ? undefined : words[at],
    };
}

/** Whether the command is about this flag. "on call" searches for the flag `on-call`, it does not turn it on. */
export function isAbout({ words, ambiguous }: SwitchCommand, { name, description }: NamedFlag): boolean {
    const lower = name.toLowerCase();
    const text = `${lower} ${description ?? ''}`.toLowerCase();
    if (words.length > 1 && !words.every((word) => text.includes(word))) return false;
    const rest = words.reduce((left, word) => left.replace(word, ' '), lower);
    return ambiguous === undefined || !rest.split(/[^a-z0-9]+/).includes(ambiguous);
}

interface NamedFlag {
    name: string;
    description?: string | null | undefined;
}

/** Splits off the end of a command: "in production". */
function withoutEnvironment(words: string[]): [words: string[], environment: string] {
    const [beforeLast, last] = words.slice(-2);
    const at = beforeLast === 'in' ? words.length - 2 : last === 'in' ? words.length - 1 : 0;
    return at > 0 ? [words.slice(0, at), words[at + 1] ?? ''] : [words, ''];
}

/** Shorter words could be part of a flag's name. */
const MIN_LENGTH = 3;

const isEnvironment = (word: string, environments: readonly string[]) =>
    word.length >= MIN_LENGTH && environments.some((name) => name.toLowerCase().startsWith(word));
