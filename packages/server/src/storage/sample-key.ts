import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { restrictToOwner } from './restrict-to-owner.ts';

const KEY_LENGTH = 64;

/**
 * The key of the samples in an embedded database, for installations without SECRET_KEY. It is in a file beside the database, so a
 * copy or a dump of the database does not reveal the samples.
 */
export function sampleKey(dataDir: string): string {
    const file = join(dataDir, 'halyard.samples-key');
    restrictToOwner(file);
    const existing = readFileSync(file, 'utf8');
    // A process that was killed while it wrote the key has stored no samples.
    if (existing.length === KEY_LENGTH) return existing;
    const key = randomBytes(KEY_LENGTH / 2).toString('hex');
    writeFileSync(file, key, { flush: true });
    return key;
}
