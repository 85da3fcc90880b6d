/** Who has a stream open. */
export interface StreamHolder {
    /** The credentials, by which those who share them are counted together. */
    key: string;
    /** Where they are, for those of whom there can be any number: pages, and whoever copied the key of one. */
    address?: string;
}

/** What one key and one address may have, as parts of the places that are left then: alone, they end at these parts of all. */
const SECRET_KEY_SHARE = 4; // 80 %
const OPEN_KEY_SHARE = 1; // 50 %
const ADDRESS_SHARE = 1 / 4; // 20 %

/**
 * The places for streams. Nobody gets the last ones who has many already: the more are taken, the less one holder may have,
 * so that there is always room for another, and yet most of it can be used by few.
 */
export class StreamPlaces {
    readonly #limit: number;
    readonly #ofKey = new Map<string, number>();
    readonly #ofAddress = new Map<string, number>();
    #taken = 0;

    constructor(limit: number) {
        this.#limit = limit;
    }

    get areLeft(): boolean {
        return this.#taken < this.#limit;
    }

    areLeftFor({ key, address }: StreamHolder): boolean {
        const left = this.#limit - this.#taken;
        const keyShare = address === undefined ? SECRET_KEY_SHARE : OPEN_KEY_SHARE;
        if ((this.#ofKey.get(key) ?? 0) >= keyShare * left) return false;
        return address === undefined || (this.#ofAddress.get(address) ?? 0) < ADDRESS_SHARE * left;
    }

    take(holder: StreamHolder): void {
        this.#count(holder, 1);
    }

    giveBack(holder: StreamHolder): void {
        this.#count(holder, -1);
    }

    #count({ key, address }: StreamHolder, by: 1 | -1): void {
        this.#taken += by;
        add(this.#ofKey, key, by);
        if (address !== undefined) add(this.#ofAddress, address, by);
    }
}

function add(counts: Map<string, number>, name: string, by: number): void {
    const count = (counts.get(name) ?? 0) + by;
    if (count === 0) counts.delete(name);
    else counts.set(name, count);
}
