/** The owner of an open stream. */
export interface StreamHolder {
    /** The credentials; streams with the same credentials are counted together. */
    key: string;
    /** The address of browser clients, whose number is unlimited because their token is public. */
    address?: string;
}

/** The number of used slots, in total and by owner; or the difference to before. */
export interface TakenPlaces {
    total: number;
    ofKey: Map<string, number>;
    ofAddress: Map<string, number>;
}

/** The shares of one key and one address of the remaining capacity; alone they reach these shares of the total. */
const SECRET_KEY_SHARE = 4; // 80 %
const OPEN_KEY_SHARE = 1; // 50 %
const ADDRESS_SHARE = 1 / 4; // 20 %

/**
 * The slots for streams. The more slots are used, the fewer one holder may use, so that there is always room for another holder,
 * while few holders can still use most slots.
 */
export class StreamPlaces {
    readonly limit: number;
    /** Called when slots were used or released here. */
    onMove: () => void = () => undefined;
    readonly #taken = nonePlaces();
    #moved = nonePlaces();

    constructor(limit: number) {
        this.limit = limit;
    }

    /** All used slots, here and in the other processes of this node. */
    get taken(): TakenPlaces {
        return this.#taken;
    }

    get areLeft(): boolean {
        return this.#taken.total < this.limit;
    }

    areLeftFor({ key, address }: StreamHolder): boolean {
        const { total, ofKey, ofAddress } = this.#taken;
        const left = this.limit - total;
        const keyShare = address === undefined ? SECRET_KEY_SHARE : OPEN_KEY_SHARE;
        if ((ofKey.get(key) ?? 0) >= keyShare * left) return false;
        return address === undefined || (ofAddress.get(address) ?? 0) < ADDRESS_SHARE * left;
    }

    take(holder: StreamHolder): void {
        this.#move(holder, 1);
    }

    giveBack(holder: StreamHolder): void {
        this.#move(holder, -1);
    }

    /** The changes of usage since the last call. */
    takeMoves(): TakenPlaces {
        const moved = this.#moved;
        this.#moved = nonePlaces();
        return moved;
    }

    /** Slots that other processes of this node used, or (`-1`) released. */
    moveElsewhere(moved: TakenPlaces, sign: 1 | -1 = 1): void {
        addPlaces(this.#taken, moved, sign);
    }

    #move({ key, address }: StreamHolder, by: 1 | -1): void {
        const ofAddress = address === undefined ? [] : [[address, 1] as const];
        const move = { total: 1, ofKey: new Map([[key, 1]]), ofAddress: new Map(ofAddress) };
        addPlaces(this.#taken, move, by);
        addPlaces(this.#moved, move, by);
        this.onMove();
    }
}

export const nonePlaces = (): TakenPlaces => ({ total: 0, ofKey: new Map(), ofAddress: new Map() });

export function addPlaces(to: TakenPlaces, more: TakenPlaces, sign: 1 | -1): void {
    to.total += sign * more.total;
    for (const [key, by] of more.ofKey) add(to.ofKey, key, sign * by);
    for (const [address, by] of more.ofAddress) add(to.ofAddress, address, sign * by);
}

function add(counts: Map<string, number>, name: string, by: number): void {
    const count = (counts.get(name) ?? 0) + by;
    if (count === 0) counts.delete(name);
    else counts.set(name, count);
}
