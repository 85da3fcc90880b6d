import type { ForeignFlag, ForeignProject } from '../model/flag.ts';
import type { Reading } from '../reading.ts';

/** Stands for the environment of documents that are of one and do not name it. */
export const THE_ONLY_ENVIRONMENT = '*';

/** A product whose documents can be read. */
export interface Source {
    readonly product: string;
    /** Throws `Unreadable` for what is no document of the product. */
    read(document: unknown): Steps<ForeignProject>;
}

/** A long work that lets others have their turn after each step. */
export type Steps<Result> = Generator<void, Result>;

/** Reads the flags of a document, one in each step. */
export function* oneByOne<T>(
    { effort }: Reading,
    items: Iterable<T>,
    read: (item: T) => ForeignFlag,
): Steps<ForeignFlag[]> {
    const flags: ForeignFlag[] = [];
    for (const item of items) {
        effort.beginFlag();
        flags.push(read(item));
        yield;
    }
    return flags;
}

/** All steps at once, where nobody waits. */
export function readWhole(source: Source, document: unknown): ForeignProject {
    const steps = source.read(document);
    for (;;) {
        const { done, value } = steps.next();
        if (done) return value;
    }
}
