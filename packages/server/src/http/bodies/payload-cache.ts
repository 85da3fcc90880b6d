import { shouldYield, yieldToEventLoop } from '../../core/concurrency/yielding.ts';
import { HalyardError } from '../../core/errors/errors.ts';
import { Payload, PayloadBlock, type PayloadItem } from './payload.ts';

/** A text, or the members of a list. */
export type PayloadPiece = string | readonly PayloadItem[];

interface Entry {
    version: string;
    /** An error is cached, too, because another attempt would fail again. */
    payload: Payload | HalyardError;
}

const MAX_BYTES = 64 * 1024 * 1024;
/** The approximate memory of an entry besides its bytes. */
const ENTRY_SIZE = 2 * 1024;
/**
 * The average number of items in a block; a power of two. A smaller one would make changes cheaper and compressed payloads larger:
 * repetitions are found within a block only.
 */
const BLOCK_ITEMS = 512;
const MAX_BLOCK_ITEMS = 4 * BLOCK_ITEMS;
/** In characters: long definitions need not wait for the end of their block. */
const LONG_BLOCK = 512 * 1024;

/**
 * Caches payloads, and builds the others from blocks of cached ones: the first request after a change encodes and compresses only the
 * blocks that differ. Blocks are shared by all payloads that contain the same texts.
 */
export class PayloadCache {
    /** The least recently used entry is the first. */
    readonly #entries = new Map<string, Entry>();
    readonly #building = new Map<string, { version: string; payload: Promise<Payload> }>();
    /** By the text of their first item. */
    readonly #blocks = new Map<string, PayloadBlock[]>();

    /** Concurrent requests share one build. `pieces` reads its content synchronously, before it can change. */
    get(
        key: string,
        version: string,
        pieces: () => readonly PayloadPiece[] | Promise<readonly PayloadPiece[]>,
    ): Payload | Promise<Payload> {
        const known = this.#entries.get(key);
        if (known?.version === version) {
            this.#entries.delete(key);
            this.#entries.set(key, known);
            if (known.payload instanceof HalyardError) throw known.payload;
            return known.payload;
        }
        const running = this.#building.get(key);
        if (running?.version === version) return running.payload;
        const build = { version, payload: this.#build(pieces()) };
        this.#building.set(key, build);
        const finish = (payload: Payload | HalyardError | undefined) => {
            if (this.#building.get(key) !== build) return;
            this.#building.delete(key);
            if (payload) this.#store(key, { version, payload });
        };
        build.payload.then(finish, (error: unknown) => finish(error instanceof HalyardError ? error : undefined));
        return build.payload;
    }

    async #build(pieces: readonly PayloadPiece[] | Promise<readonly PayloadPiece[]>): Promise<Payload> {
        const blocks: PayloadBlock[] = [];
        for (const piece of await pieces) {
            const items = typeof piece === 'string' ? [{ name: '', json: piece }] : piece;
            for (let start = 0; start < items.length; ) {
                const block = this.#find(items, start) ?? newBlock(items, start);
                blocks.push(block);
                start += block.items.length;
                if (shouldYield()) await yieldToEventLoop();
            }
        }
        return new Payload(blocks);
    }

    /** Finds the block of the items from this index. Most blocks are unchanged, and comparing is faster than splitting. */
    #find(items: readonly PayloadItem[], start: number): PayloadBlock | undefined {
        return this.#blocks.get(items[start]!.json)?.find((block) => block.isAt(start, items));
    }

    #store(key: string, entry: Entry): void {
        const previous = this.#entries.get(key);
        this.#entries.delete(key);
        this.#entries.set(key, entry);
        for (const block of blocksOf(entry)) if (block.uses++ === 0) this.#addBlock(block);
        if (previous) this.#release(previous);
        this.#evict();
    }

    #evict(): void {
        let size = 0;
        for (const blocks of this.#blocks.values()) for (const block of blocks) size += block.size;
        for (const [key, entry] of this.#entries) size += sizeOf(key, entry);
        for (const [key, entry] of this.#entries) {
            if (size <= MAX_BYTES || this.#entries.size === 1) return;
            this.#entries.delete(key);
            size -= sizeOf(key, entry) + this.#release(entry);
        }
    }

    /** Returns the size of the blocks that are no longer in memory. */
    #release(entry: Entry): number {
        let released = 0;
        for (const block of blocksOf(entry)) {
            if (--block.uses > 0) continue;
            released += block.size;
            this.#removeBlock(block);
        }
        return released;
    }

    #addBlock(block: PayloadBlock): void {
        const key = keyOf(block);
        this.#blocks.set(key, [...(this.#blocks.get(key) ?? []), block]);
    }

    #removeBlock(block: PayloadBlock): void {
        const key = keyOf(block);
        const others = this.#blocks.get(key)!.filter((each) => each !== block);
        if (others.length > 0) this.#blocks.set(key, others);
        else this.#blocks.delete(key);
    }
}

const sizeOf = (key: string, { payload }: Entry) =>
    ENTRY_SIZE + key.length + (payload instanceof Payload ? payload.size : 0);

const blocksOf = ({ payload }: Entry): readonly PayloadBlock[] => (payload instanceof Payload ? payload.blocks : []);

const keyOf = ({ items }: PayloadBlock) => items[0]!.json;

/** A list is split where the names of its items say so, not at fixed positions: a new item changes one block. */
function newBlock(list: readonly PayloadItem[], start: number): PayloadBlock {
    let length = 0;
    let isFull = false;
    let end = start;
    while (end < list.length && !isFull) {
        const { name, json } = list[end++]!;
        length += json.length;
        isFull = endsBlock(name) || end - start >= MAX_BLOCK_ITEMS || length >= LONG_BLOCK;
    }
    return new PayloadBlock(list.slice(start, end), { isContinuation: start > 0, isFull });
}

/** FNV-1a, whose low bits depend on the whole name. */
function endsBlock(name: string): boolean {
    let hash = 0x811c9dc5;
    for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
    return ((hash ^ (hash >>> 15)) & (BLOCK_ITEMS - 1)) === 0;
}
