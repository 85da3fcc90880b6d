/** The owner of an open stream. */
export interface StreamHolder {
    /** The credentials; streams with the same credentials are counted together. */
    key: string;
    /** The address of browser clients, whose number is unlimited because their token is public. */
    address?: string;
}

/** Limits of one key and one address, relative to the remaining capacity. A single holder reaches the commented share of all slots. */
const SECRET_KEY_SHARE = 4; // 80 %
const OPEN_KEY_SHARE = 1; // 50 %
const ADDRESS_SHARE = 1 / 4; // 20 %

/**
 * The slots for streams. The more slots are used, the fewer one holder may use, so that slots always remain for other holders,
 * while few holders can still use most slots.
 */
export class StreamSlots {
    readonly limit: number;
    #total = 0;
    readonly #ofKey = new Map<string, number>();
    readonly #ofAddress = new Map<string, number>();

    constructor(limit: number) {
        this.limit = limit;
    }

    get areLeft(): boolean {
        return this.#total < this.limit;
    }

    areLeftFor({ key, address }: StreamHolder): boolean {
        const left = this.limit - this.#total;
        const keyShare = address === undefined ? SECRET_KEY_SHARE : OPEN_KEY_SHARE;
        if ((this.#ofKey.get(key) ?? 0) >= keyShare * left) return false;
        return address === undefined || (this.#ofAddress.get(address) ?? 0) < ADDRESS_SHARE * left;
    }

    take(holder: StreamHolder): void {
        this.#move(holder, 1);
    }

    release(holder: StreamHolder): void {
        this.#move(holder, -1);
    }

    #move({ key, address }: StreamHolder, by: 1 | -1): void {
        this.#total += by;
        add(this.#ofKey, key, by);
        if (address !== undefined) add(this.#ofAddress, address, by);
    }
}

function add(counts: Map<string, number>, name: string, by: number): void {
    const count = (counts.get(name) ?? 0) + by;
    if (count === 0) counts.delete(name);
    else counts.set(name, count);
}
