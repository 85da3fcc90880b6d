import type { ForeignFlag, ForeignProject } from '../model/flag.ts';
import type { DocumentReader } from '../reading.ts';

/** The placeholder for the environment of documents that do not name one. */
export const THE_ONLY_ENVIRONMENT = '*';

/** A product whose documents can be read. */
export interface ImportSource {
    readonly product: string;
    /** Throws `Unreadable` if the value is not a document of the product. */
    read(document: unknown): ReadSteps<ForeignProject>;
}

/** A long computation that yields to other work after each step. */
export type ReadSteps<Result> = Generator<void, Result>;

/** Reads the flags of a document, one per step. */
export function* oneByOne<T>(
    { effort }: DocumentReader,
    items: Iterable<T>,
    read: (item: T) => ForeignFlag,
): ReadSteps<ForeignFlag[]> {
    const flags: ForeignFlag[] = [];
    for (const item of items) {
        effort.beginFlag();
        flags.push(read(item));
        yield;
    }
    return flags;
}

/** Runs all steps at once, for callers that block nobody. */
export function readWhole(source: ImportSource, document: unknown): ForeignProject {
    const steps = source.read(document);
    for (;;) {
        const { done, value } = steps.next();
        if (done) return value;
    }
}
