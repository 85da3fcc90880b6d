import { randomBytes } from 'node:crypto';
import type { Tx } from '../../../storage/database.ts';
import { CannotOpen, type SecretBox } from '../../../storage/secret-box.ts';

/**
 * Replaces the key of the hashes of units if SECRET_KEY was replaced and no unit is stored: nothing depends on the lost key. If a unit is
 * stored, the service does not start without the former key.
 */
export async function replaceLostUnitKey(tx: Tx, secrets: SecretBox): Promise<void> {
    const row = await tx.selectFrom('settings').select('content').where('name', '=', 'units').executeTakeFirst();
    if (!row || canOpen(secrets, (row.content as { key: string }).key)) return;
    const stored = await tx.selectFrom('outcome_units').select('hash').limit(1).executeTakeFirst();
    const assigned = await tx.selectFrom('assignments').select('unit').limit(1).executeTakeFirst();
    if (stored || assigned) return;
    const content = JSON.stringify({ key: secrets.seal(randomBytes(32).toString('base64url')) });
    await tx.updateTable('settings').set({ content }).where('name', '=', 'units').execute();
}

function canOpen(secrets: SecretBox, sealed: string): boolean {
    try {
        secrets.open(sealed);
        return true;
    } catch (error) {
        if (error instanceof CannotOpen) return false;
        throw error;
    }
}
