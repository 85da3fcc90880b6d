import { shouldYield, yieldToEventLoop } from '../../core/concurrency/yielding.ts';
import { HalyardError } from '../../core/errors/errors.ts';
import { Payload, PayloadBlock } from './payload.ts';

/** A member of a JSON list. */
interface PayloadItem {
    readonly name: string;
    readonly json: string;
}

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
            if (typeof piece === 'string') {
                blocks.push(this.#blockOf([piece]));
                continue;
            }
            for (let start = 0; start < piece.length; ) {
                const block = this.#find(piece, start) ?? this.#blockOf(textsFrom(piece, start));
                blocks.push(block);
                start += itemsIn(block);
                if (shouldYield()) await yieldToEventLoop();
            }
        }
        return new Payload(blocks);
    }

    /** Finds a block of the items from this index. Most blocks are unchanged, and comparing texts is faster than splitting. */
    #find(items: readonly PayloadItem[], start: number): PayloadBlock | undefined {
        return this.#blocks.get(items[start]!.json)?.find((block) => {
            const { texts } = block;
            const end = start + itemsIn(block);
            if (isLater(texts) !== start > 0 || end > items.length) return false;
            if (end < items.length && !endsBlock(items[end - 1]!.name)) return false;
            const offset = texts.length - end;
            for (let index = start; index < end; index++) {
                if (items[index]!.json !== texts[index + offset]) return false;
            }
            return true;
        });
    }

    #blockOf(texts: readonly string[]): PayloadBlock {
        return this.#blocks.get(keyOf(texts))?.find((block) => block.contains(texts)) ?? new PayloadBlock(texts);
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
        const key = keyOf(block.texts);
        this.#blocks.set(key, [...(this.#blocks.get(key) ?? []), block]);
    }

    #removeBlock(block: PayloadBlock): void {
        const key = keyOf(block.texts);
        const others = this.#blocks.get(key)!.filter((each) => each !== block);
        if (others.length > 0) this.#blocks.set(key, others);
        else this.#blocks.delete(key);
    }
}

const sizeOf = (key: string, { payload }: Entry) =>
    ENTRY_SIZE + key.length + (payload instanceof Payload ? payload.size : 0);

const blocksOf = ({ payload }: Entry): readonly PayloadBlock[] => (payload instanceof Payload ? payload.blocks : []);

/** The texts of each block of a list but the first begin with an empty one, for the comma between the blocks. */
const isLater = (texts: readonly string[]) => texts[0] === '';
const itemsIn = ({ texts }: PayloadBlock) => texts.length - Number(isLater(texts));
const keyOf = (texts: readonly string[]) => texts[Number(isLater(texts))]!;

/** Returns the texts of a block. A list is split where the names of its items say so, not at fixed positions: a new item changes one block. */
function textsFrom(items: readonly PayloadItem[], start: number): string[] {
    const texts = start === 0 ? [] : [''];
    let length = 0;
    for (let index = start; index < items.length; index++) {
        const { name, json } = items[index]!;
        texts.push(json);
        length += json.length;
        if (endsBlock(name) || texts.length >= MAX_BLOCK_ITEMS || length >= LONG_BLOCK) break;
    }
    return texts;
}

/** FNV-1a, whose low bits depend on the whole name. */
function endsBlock(name: string): boolean {
    let hash = 0x811c9dc5;
    for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
    return ((hash ^ (hash >>> 15)) & (BLOCK_ITEMS - 1)) === 0;
}
