import { statSync } from 'node:fs';
import { markTrouble } from '../core/errors/database-trouble.ts';

class FilesRemoved extends Error {
    constructor(file: string) {
        super(`${file} was deleted or replaced while the service ran.`);
        markTrouble(this, 'removed');
    }
}

/**
 * Notices that files were deleted, moved or replaced. A process that has a file open goes on with the one that it opened, which no other
 * process finds any more: all that it writes is lost when it ends.
 */
export class FileIdentity {
    readonly #files: readonly string[];
    readonly #identities = new Map<string, string>();

    constructor(files: readonly string[]) {
        this.#files = files;
    }

    /** Remembers the files that are open by now. */
    remember(): void {
        for (const file of this.#files) {
            if (this.#identities.has(file)) continue;
            const identity = identityOf(file);
            if (identity !== undefined) this.#identities.set(file, identity);
        }
    }

    /** The first file that is not the one that was remembered; undefined: all of them are. */
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
