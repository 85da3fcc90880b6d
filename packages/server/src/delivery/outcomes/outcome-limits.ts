import type { Reporter } from '../reports/bounds.ts';

/** Names of outcomes of a token. */
export const MAX_OUTCOME_NAMES = 1_000;
/** Outcomes of a token per day that need a row of the database: those with an id, and those that are stored with their units. */
const MAX_SINGLE: Record<Reporter['kind'], number> = { client: 10_000_000, frontend: 1_000_000 };
/** Tokens whose names are remembered; the database limits the names of all. */
const MAX_TOKENS = 10_000;
const DAY_MS = 86_400_000;

interface TokenOutcomes {
    names: Set<string>;
    day: number;
    single: number;
}

/** What each token has reported since the start of this process. */
export class OutcomeLimits {
    readonly #ofTokens = new Map<number, TokenOutcomes>();

    /** Whether the token may use the name: beyond the limit, further names are dropped. */
    isNameAdmitted({ tokenId }: Reporter, name: string): boolean {
        const { names } = this.#of(tokenId);
        if (names.has(name)) return true;
        if (names.size >= MAX_OUTCOME_NAMES) return false;
        names.add(name);
        return true;
    }

    /** Counts an outcome that needs a row, and returns whether the token may add it today. */
    isSingleAdmitted({ kind, tokenId }: Reporter, now: number): boolean {
        const own = this.#of(tokenId);
        const day = Math.floor(now / DAY_MS);
        if (own.day !== day) Object.assign(own, { day, single: 0 });
        return ++own.single <= MAX_SINGLE[kind];
    }

    #of(tokenId: number): TokenOutcomes {
        const known = this.#ofTokens.get(tokenId);
        if (known !== undefined) return known;
        const own = { names: new Set<string>(), day: 0, single: 0 };
        if (this.#ofTokens.size >= MAX_TOKENS) this.#ofTokens.delete(this.#ofTokens.keys().next().value!);
        this.#ofTokens.set(tokenId, own);
        return own;
    }
}
