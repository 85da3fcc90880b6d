import { BOUNDS, OTHER_APPS, type Reporter } from './bounds.ts';

const DAY = 24 * 3_600_000;

/** The names of applications that each token has reported today. Beyond the limit, further names are replaced by one shared name. */
export class ApplicationNames {
    readonly #clock: () => Date;
    readonly #ofTokens = new Map<number, Set<string>>();
    #day = 0;

    constructor(clock: () => Date) {
        this.#clock = clock;
    }

    admitted({ kind, tokenId }: Reporter, name: string): string {
        const day = Math.floor(this.#clock().getTime() / DAY);
        if (day !== this.#day) {
            this.#day = day;
            this.#ofTokens.clear();
        }
        let names = this.#ofTokens.get(tokenId);
        if (names === undefined) {
            names = new Set();
            this.#ofTokens.set(tokenId, names);
        }
        if (names.has(name)) return name;
        if (names.size >= BOUNDS[kind].applications) return OTHER_APPS;
        names.add(name);
        return name;
    }
}
