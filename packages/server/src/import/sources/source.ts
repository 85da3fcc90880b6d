import { type ImportSteps, runAtOnce } from '../import-steps.ts';
import { InvalidDocument } from '../invalid-document.ts';
import type { ForeignFlag, ForeignProject, LeftOutFlag } from '../model/flag.ts';
import { type DocumentReader, openDocument } from '../reading.ts';

/** The placeholder for the environment of documents that do not name one. */
export const THE_ONLY_ENVIRONMENT = '*';

/** A product whose documents can be read. */
export interface ImportSource {
    readonly product: string;
    /** Throws `InvalidDocument` if the value is not a document of the product. Malformed flags are left out. */
    read(root: DocumentReader): ImportSteps<ForeignProject>;
}

const MAX_NAME = 1_000;

/** Returns the items of a list by name. An item without a readable name is identified by its location. */
export const namedItems = (
    list: DocumentReader,
    nameOf: (item: DocumentReader) => DocumentReader,
): [name: string, item: DocumentReader][] =>
    list.list().map((item) => {
        const { value } = nameOf(item);
        return [typeof value === 'string' && value.length <= MAX_NAME ? value : item.path, item];
    });

/** Reads the flags of a document, one per step. If all flags are malformed, the document is not one of the product. */
export function* oneByOne(
    { budget }: DocumentReader,
    items: Iterable<readonly [name: string, item: DocumentReader]>,
    read: (item: DocumentReader, name: string) => ForeignFlag,
): ImportSteps<Pick<ForeignProject, 'flags' | 'leftOut'>> {
    const flags: ForeignFlag[] = [];
    const leftOut: LeftOutFlag[] = [];
    let firstProblem: InvalidDocument | undefined;
    for (const [name, item] of items) {
        budget.begin('flag', name);
        const flag = unlessMalformed(item, () => read(item, name));
        if (flag instanceof InvalidDocument) {
            firstProblem ??= flag;
            leftOut.push({ name, path: item.path, reason: flag.message });
        } else flags.push(flag);
        yield;
    }
    if (flags.length === 0 && firstProblem !== undefined) throw firstProblem;
    return { flags, leftOut };
}

/** Returns the result, or the problem of a malformed part. The document as a whole must be within its budget. */
export function unlessMalformed<T>({ budget }: DocumentReader, read: () => T): T | InvalidDocument {
    try {
        return read();
    } catch (error) {
        if (!(error instanceof InvalidDocument) || budget.isExhausted) throw error;
        return error;
    }
}

/** Reads a document at once, for callers that block nobody. */
export const readWhole = (source: ImportSource, document: unknown): ForeignProject =>
    runAtOnce(source.read(runAtOnce(openDocument(document))));
