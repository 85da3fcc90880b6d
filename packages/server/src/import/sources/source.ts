import type { ForeignProject } from '../model/flag.ts';

/** Stands for the environment of documents that are of one and do not name it. */
export const THE_ONLY_ENVIRONMENT = '*';

/** A product whose documents can be read. */
export interface Source {
    readonly product: string;
    /** Throws `Unreadable` for what is no document of the product. */
    read(document: unknown): ForeignProject;
}
