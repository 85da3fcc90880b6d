import type { Services } from '../../../app/services.ts';
import type { AdminActor } from '../../../core/access/actor.ts';
import { invalid, wrongCode, wrongPasskey } from '../../../core/errors/errors.ts';
import { findTotp, listPasskeys } from '../../accounts/second-factors/second-factor.queries.ts';
import type { PasskeyAssertion, PasskeyRequest } from '../../accounts/second-factors/second-factor.schemas.ts';
import { consumeCode } from '../../accounts/second-factors/second-factor-code.ts';
import { beginCheck, endCheck } from '../../accounts/users/login-attempts.ts';
import { requireUserId } from '../../accounts/users/require-user-id.ts';
import { passkeyRequest, verifyAssertion } from './passkey-ceremony.ts';

type ProofServices = Pick<
    Services,
    'db' | 'recordObservation' | 'clock' | 'secrets' | 'publicUrl' | 'loginRateLimiter'
>;

export interface Prover {
    userId: number;
    name: string;
    address: string;
}

/** One of them. */
export interface Proof {
    code?: string | undefined;
    passkey?: PasskeyAssertion | undefined;
    /** The challenge that the passkey answers. */
    challenge?: string | undefined;
}

export type ProofMethod = 'totp' | 'passkey' | 'recovery-code';

/** Returns how a user can prove a second factor, with a new challenge for passkeys. */
export async function proofMethods(
    services: Pick<Services, 'db' | 'publicUrl'>,
    userId: number,
): Promise<{ methods: ProofMethod[]; passkey?: PasskeyRequest }> {
    const [totp, passkeys] = await Promise.all([findTotp(services.db, userId), listPasskeys(services.db, userId)]);
    const passkey = await passkeyRequest(services, passkeys);
    const hasFactor = totp !== undefined || passkeys.length > 0;
    return {
        methods: [
            ...(passkey ? (['passkey'] as const) : []),
            ...(totp ? (['totp'] as const) : []),
            ...(hasFactor ? (['recovery-code'] as const) : []),
        ],
        ...(passkey && { passkey }),
    };
}

/** Throws unless the user proves a second factor. The proof is used up. */
export async function proveSecondFactor(services: ProofServices, prover: Prover, proof: Proof): Promise<void> {
    const { code, passkey, challenge } = proof;
    if ((code === undefined) === (passkey === undefined)) {
        throw invalid('Send either a code or the response of a passkey.', '/body/code');
    }
    if (code !== undefined) return proveWithCode(services, prover, code);
    if (challenge === undefined) throw wrongPasskey();
    return proveWithPasskey(services, prover.userId, { assertion: passkey!, challenge });
}

/** Codes can be guessed, so failures are counted by address and by account. */
async function proveWithCode(services: ProofServices, { userId, name, address }: Prover, code: string): Promise<void> {
    const { recordObservation, clock, secrets, loginRateLimiter } = services;
    loginRateLimiter.admit('second-factor', address);
    const attempt = { login: name, userId, address, method: 'second-factor', now: clock() } as const;
    const checkId = await beginCheck(recordObservation, attempt);
    if (!(await recordObservation((tx) => consumeCode(tx, secrets, { userId, code, now: clock() })))) {
        await loginRateLimiter.count('second-factor', address);
        throw wrongCode();
    }
    await endCheck(recordObservation, checkId);
}

async function proveWithPasskey(
    services: ProofServices,
    userId: number,
    { assertion, challenge }: { assertion: PasskeyAssertion; challenge: string },
): Promise<void> {
    const { db, recordObservation, clock } = services;
    const passkey = (await listPasskeys(db, userId)).find(({ credential_id }) => credential_id === assertion.id);
    if (!passkey) throw wrongPasskey();
    const counter = await verifyAssertion(services, { assertion, challenge, passkey });
    const used = await recordObservation((tx) =>
        tx
            .updateTable('passkeys')
            .set({ counter, seen_at: clock().toISOString() })
            .where('id', '=', passkey.id)
            .where('counter', '=', passkey.counter)
            .returning('id')
            .executeTakeFirst(),
    );
    // Another response of this passkey was accepted meanwhile, or the passkey was removed.
    if (!used) throw wrongPasskey();
}

/** Checks the code that a program sends with a change, and returns the time of this proof. */
export async function proveWithHeader(
    services: ProofServices,
    actor: AdminActor,
    code: string,
    address: string,
): Promise<string> {
    await proveWithCode(services, { userId: requireUserId(actor), name: actor.name, address }, code.slice(0, 100));
    return services.clock().toISOString();
}
