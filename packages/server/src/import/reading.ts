import { isRecord } from '@halyard/engine';
import { DocumentBudget } from './document-budget.ts';
import type { ImportSteps } from './import-steps.ts';
import { InvalidDocument } from './invalid-document.ts';
import type { ImportedJson } from './model/flag.ts';

/** Limits for untrusted documents: far above those of the products, and small enough to be read at once. */
const MAX_ITEMS = 50_000;
const MAX_TEXT = 100_000;
const MAX_DEPTH = 64;
/** The number of characters of a path or a copied value that count as one step. */
const PATH_PER_STEP = 200;
const JSON_PER_STEP = 16;

/** A part of a document with its location. Null counts as missing. */
export class DocumentReader {
    readonly value: unknown;
    readonly path: string;
    /** The budget of the document, shared by all of its parts. */
    readonly budget: DocumentBudget;
    readonly #depth: number;

    constructor(value: unknown, path: string, depth: number, budget: DocumentBudget) {
        if (depth > MAX_DEPTH) throw new InvalidDocument(path, `is more than ${MAX_DEPTH} levels deep`);
        this.value = value ?? undefined;
        this.path = path;
        this.#depth = depth;
        this.budget = budget;
        // Reports repeat the paths of rules.
        this.spend(1 + Math.floor(path.length / PATH_PER_STEP));
    }

    /** Counts steps other than reading a part of the document: copied list items and reused conditions. */
    spend(amount: number): void {
        if (this.budget.trySpendReading(amount)) return;
        throw this.problem(
            `cannot be read: it takes more than ${this.budget.partLimit} steps. Remove references from it, or remove it from the document`,
        );
    }

    get isMissing(): boolean {
        return this.value === undefined;
    }

    get isRecord(): boolean {
        return isRecord(this.value);
    }

    get isList(): boolean {
        return Array.isArray(this.value);
    }

    /** Returns a member; a missing value if there is none. */
    at(name: string): DocumentReader {
        const value = this.isRecord && Object.hasOwn(this.value as object, name) ? this.#record()[name] : undefined;
        return new DocumentReader(
            value,
            this.path === '' ? name : `${this.path}.${name}`,
            this.#depth + 1,
            this.budget,
        );
    }

    entries(): [string, DocumentReader][] {
        if (this.isMissing) return [];
        const names = Object.keys(this.#record());
        if (names.length > MAX_ITEMS) throw this.problem(`has more than ${MAX_ITEMS} members`);
        return names.map((name) => [name, this.at(name)]);
    }

    list(): DocumentReader[] {
        if (this.isMissing) return [];
        if (!Array.isArray(this.value)) throw this.problem('is not a list');
        if (this.value.length > MAX_ITEMS) throw this.problem(`has more than ${MAX_ITEMS} items`);
        return this.value.map(
            (item, i) => new DocumentReader(item, `${this.path}[${i}]`, this.#depth + 1, this.budget),
        );
    }

    /** Returns a reader of a value that replaces this one, such as the parsed content of a string. */
    replacedBy(value: unknown): DocumentReader {
        return new DocumentReader(value, this.path, this.#depth, this.budget);
    }

    text(): string {
        if (typeof this.value !== 'string') throw this.problem(this.isMissing ? 'is missing' : 'is not a text');
        if (this.value.length > MAX_TEXT) throw this.problem(`has more than ${MAX_TEXT} characters`);
        return this.value;
    }

    number(): number {
        if (typeof this.value !== 'number' || !Number.isFinite(this.value)) {
            throw this.problem(this.isMissing ? 'is missing' : 'is not a number');
        }
        return this.value;
    }

    boolean(): boolean {
        if (typeof this.value !== 'boolean') throw this.problem(this.isMissing ? 'is missing' : 'is not true or false');
        return this.value;
    }

    /** Returns the parsed value, or a default if it is missing. */
    or<T, Other>(read: (reader: DocumentReader) => T, otherwise: Other): T | Other {
        return this.isMissing ? otherwise : read(this);
    }

    textOr = <Other>(otherwise: Other) => this.or((reader) => reader.text(), otherwise);
    numberOr = <Other>(otherwise: Other) => this.or((reader) => reader.number(), otherwise);
    booleanOr = <Other>(otherwise: Other) => this.or((reader) => reader.boolean(), otherwise);

    texts(): string[] {
        return this.list().map((item) => item.text());
    }

    /** Returns the value unchanged, if its size is within the limit. */
    json(): ImportedJson {
        const value = this.value ?? null;
        const length = JSON.stringify(value)?.length ?? 0;
        this.spend(Math.floor(length / JSON_PER_STEP));
        if (length > MAX_TEXT) throw this.problem(`has more than ${MAX_TEXT} characters`);
        // The document was parsed from JSON or YAML, so the value is JSON.
        return value as ImportedJson;
    }

    problem(message: string): InvalidDocument {
        return new InvalidDocument(this.path, message);
    }

    #record(): Record<string, unknown> {
        if (!this.isRecord) throw this.problem(this.isMissing ? 'is missing' : 'is not an object');
        return this.value as Record<string, unknown>;
    }
}

/** Returns a reader of a document with a budget according to its size. */
export function* openDocument(document: unknown): ImportSteps<DocumentReader> {
    return new DocumentReader(document, '', 0, yield* DocumentBudget.for(document));
}
