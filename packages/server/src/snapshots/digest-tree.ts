import { hash } from 'node:crypto';

/** Larger sets are divided by the next four bits of their digests. */
const MAX_LEAF_SIZE = 32;
const CHILDREN = 16;
const DIGEST_BYTES = 32;
const MAX_DEPTH = 2 * DIGEST_BYTES;
const NO_CHILD = '\0'.repeat(DIGEST_BYTES);

/** A SHA-256 digest as a string of 32 one-byte characters, which takes less memory than a buffer. */
export const digestOf = (text: string): string => hash('sha256', text, 'binary');

const digestOfAll = (kind: 'leaf' | 'node', digests: readonly string[]): string =>
    hash('sha256', Buffer.from(kind + digests.join(''), 'latin1'), 'binary');

/**
 * The digest of a set of digests: a hash tree, whose form depends on the set only, not on its history. Sets with equal digests are equal
 * as far as SHA-256 has no collisions. A change computes the hashes from one leaf to the root.
 */
export class DigestTree {
    readonly #depth: number;
    #size = 0;
    /** Unsorted; undefined if there are children. */
    #leaf: string[] | undefined = [];
    #children: (DigestTree | undefined)[] = [];
    #digest: string | undefined;

    constructor(depth = 0) {
        this.#depth = depth;
    }

    get size(): number {
        return this.#size;
    }

    add(digest: string): void {
        this.#size++;
        this.#digest = undefined;
        if (this.#leaf === undefined) this.#addToChild(digest);
        else {
            this.#leaf.push(digest);
            if (this.#leaf.length > MAX_LEAF_SIZE && this.#depth < MAX_DEPTH) this.#split(this.#leaf);
        }
    }

    /** Removes a digest that was added before. */
    remove(digest: string): void {
        this.#size--;
        this.#digest = undefined;
        if (this.#leaf) this.#leaf.splice(this.#leaf.indexOf(digest), 1);
        else {
            this.#children[this.#indexOf(digest)]!.remove(digest);
            if (this.#size <= MAX_LEAF_SIZE) this.#merge();
        }
    }

    get digest(): string {
        this.#digest ??= this.#leaf
            ? digestOfAll('leaf', this.#leaf.sort())
            : digestOfAll(
                  'node',
                  Array.from({ length: CHILDREN }, (_, index) => this.#digestOfChild(index)),
              );
        return this.#digest;
    }

    #digestOfChild(index: number): string {
        const child = this.#children[index];
        return child && child.size > 0 ? child.digest : NO_CHILD;
    }

    #split(digests: readonly string[]): void {
        this.#leaf = undefined;
        for (const digest of digests) this.#addToChild(digest);
    }

    #merge(): void {
        this.#leaf = this.#children.flatMap((child) => child?.all() ?? []);
        this.#children = [];
    }

    /** All digests, in no order. */
    all(): string[] {
        return this.#leaf ?? this.#children.flatMap((child) => child?.all() ?? []);
    }

    #addToChild(digest: string): void {
        const index = this.#indexOf(digest);
        this.#children[index] ??= new DigestTree(this.#depth + 1);
        this.#children[index].add(digest);
    }

    #indexOf(digest: string): number {
        const byte = digest.charCodeAt(this.#depth >> 1);
        return this.#depth % 2 === 0 ? byte >> 4 : byte & 15;
    }
}
