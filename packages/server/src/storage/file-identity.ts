import { statSync } from 'node:fs';
import { markTrouble } from '../core/errors/database-trouble.ts';

class FilesRemoved extends Error {
    constructor(file: string) {
        super(`${file} was deleted or replaced while the service ran.`);
        markTrouble(this, 'removed');
    }
}

/**
 * Detects that files were deleted, moved or replaced. A process with an open file continues to use the original, which no other
 * process can find any more: everything it writes is lost when it ends.
 */
export class FileIdentity {
    readonly #files: readonly string[];
    readonly #identities = new Map<string, string>();

    constructor(files: readonly string[]) {
        this.#files = files;
    }

    /** Records the identity of the files that are currently open. */
    remember(): void {
        for (const file of this.#files) {
            if (this.#identities.has(file)) continue;
            const identity = identityOf(file);
            if (identity !== undefined) this.#identities.set(file, identity);
        }
    }

    /** The first file that differs from the recorded one; undefined for none. */
    problem(): Error | undefined {
        for (const [file, identity] of this.#identities) {
            if (identityOf(file) !== identity) return new FilesRemoved(file);
        }
        return undefined;
    }
}

function identityOf(file: string): string | undefined {
    const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
    return stats && `${stats.dev}:${stats.ino}`;
}
