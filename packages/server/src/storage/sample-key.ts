import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The key of the samples in an embedded database, for installations without SECRET_KEY. It is in a file beside the database, so a
 * copy or a dump of the database does not reveal the samples.
 */
export function sampleKey(dataDir: string): string {
    const file = join(dataDir, 'halyard.samples-key');
    try {
        writeFileSync(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600, flush: true });
    } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    return readFileSync(file, 'utf8');
}
