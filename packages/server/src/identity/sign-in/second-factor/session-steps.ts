import { randomBytes } from 'node:crypto';
import { notAllowed } from '../../../core/errors/errors.ts';
import type { PendingSignInKind } from '../../../storage/tables/sign-ins.ts';
import { hashOf, type PendingSignInStore, storeSignIn, takeSignIn } from '../login/pending-sign-ins.ts';

type StepKind = Extract<PendingSignInKind, 'totp-enrolment' | 'passkey-enrolment' | 'passkey-check'>;

/** Stores the first of two steps of a signed-in user, and returns the ticket of the second, for this session only. */
export async function beginStep<C>(
    services: PendingSignInStore,
    session: string,
    { kind, content }: { kind: StepKind; content: C },
): Promise<string> {
    const ticket = randomBytes(32).toString('base64url');
    await repeatStep(services, session, { ticket, kind, content });
    return ticket;
}

/** Returns what the first step stored. A ticket works once. */
export async function finishStep<C>(
    services: PendingSignInStore,
    session: string,
    { ticket, kind }: { ticket: string | undefined; kind: StepKind },
): Promise<C> {
    const pending = ticket === undefined ? undefined : await takeSignIn<C>(services, { id: ticket, kind });
    if (!pending || pending.browserHash !== hashOf(session)) {
        throw notAllowed('This step has expired, was already completed, or began in another session. Start again.');
    }
    return pending.content;
}

/** Makes the ticket valid again, after a wrong answer that reveals nothing. */
export const repeatStep = <C>(
    services: PendingSignInStore,
    session: string,
    { ticket, kind, content }: { ticket: string; kind: StepKind; content: C },
): Promise<void> => storeSignIn(services, { id: ticket, kind, content, browserHash: hashOf(session), returnTo: '/' });
