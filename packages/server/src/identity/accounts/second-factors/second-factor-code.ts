import type { Tx } from '../../../storage/database.ts';
import type { SecretBox } from '../../../storage/secret-box.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { findTotp } from './second-factor.queries.ts';
import { isTotpCode, totpStep } from './totp.ts';

/** Uses up a code of the app, or a recovery code. Returns whether it was valid; of concurrent uses of one code, one succeeds. */
export async function consumeCode(
    tx: Tx,
    secrets: SecretBox,
    { userId, code, now }: { userId: number; code: string; now: Date },
): Promise<boolean> {
    const digits = code.replaceAll(' ', '');
    return isTotpCode(digits)
        ? consumeTotpCode(tx, secrets, { userId, code: digits, now })
        : consumeRecoveryCode(tx, userId, code);
}

async function consumeTotpCode(
    tx: Tx,
    secrets: SecretBox,
    { userId, code, now }: { userId: number; code: string; now: Date },
): Promise<boolean> {
    const totp = await findTotp(tx, userId);
    const step = totp && totpStep(secrets.open(totp.secret), code, now);
    if (step === undefined) return false;
    const used = await tx
        .updateTable('totp_factors')
        .set({ last_step: step })
        .where('user_id', '=', userId)
        .where('last_step', '<', step)
        .returning('user_id')
        .executeTakeFirst();
    return used !== undefined;
}

async function consumeRecoveryCode(tx: Tx, userId: number, code: string): Promise<boolean> {
    const used = await tx
        .deleteFrom('recovery_codes')
        .where('user_id', '=', userId)
        .where('code_hash', '=', hashRecoveryCode(code))
        .returning('user_id')
        .executeTakeFirst();
    return used !== undefined;
}
