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
    /** By their last text. */
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
            for (const texts of typeof piece === 'string' ? [[piece]] : splitItems(piece)) {
                const known = this.#blocks.get(texts.at(-1)!)?.find((block) => block.contains(texts));
                blocks.push(known ?? new PayloadBlock(texts));
                if (shouldYield()) await yieldToEventLoop();
            }
        }
        return new Payload(blocks);
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
        const key = block.texts.at(-1)!;
        this.#blocks.set(key, [...(this.#blocks.get(key) ?? []), block]);
    }

    #removeBlock(block: PayloadBlock): void {
        const key = block.texts.at(-1)!;
        const others = this.#blocks.get(key)!.filter((each) => each !== block);
        if (others.length > 0) this.#blocks.set(key, others);
        else this.#blocks.delete(key);
    }
}

const sizeOf = (key: string, { payload }: Entry) =>
    ENTRY_SIZE + key.length + (payload instanceof Payload ? payload.size : 0);

const blocksOf = ({ payload }: Entry): readonly PayloadBlock[] => (payload instanceof Payload ? payload.blocks : []);

/**
 * Splits a list where the names of its items say so, not at fixed positions: a new item changes one block only. The texts of each
 * block but the first begin with an empty one, for the comma between the blocks.
 */
function* splitItems(items: readonly PayloadItem[]): Generator<string[]> {
    let texts: string[] = [];
    let length = 0;
    for (const { name, json } of items) {
        texts.push(json);
        length += json.length;
        if (!endsBlock(name) && texts.length < MAX_BLOCK_ITEMS && length < LONG_BLOCK) continue;
        yield texts;
        texts = [''];
        length = 0;
    }
    if (texts.length > 1 || texts[0]) yield texts;
}

/** FNV-1a, whose low bits depend on the whole name. */
function endsBlock(name: string): boolean {
    let hash = 0x811c9dc5;
    for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
    return ((hash ^ (hash >>> 15)) & (BLOCK_ITEMS - 1)) === 0;
}
