/** An event that was verified together with all events before it. */
export interface ChainHead {
    id: number;
    hash: string;
}

const FORM = /^([1-9]\d{0,8}):([0-9a-f]{64})$/;

/** Reads `id:hash`; undefined for any other text. */
export function parseChainHead(text: string): ChainHead | undefined {
    const [, id, hash] = FORM.exec(text) ?? [];
    return id === undefined || hash === undefined ? undefined : { id: Number(id), hash };
}
