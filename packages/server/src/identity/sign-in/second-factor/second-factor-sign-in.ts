import { hash, randomBytes } from 'node:crypto';
import type { Services } from '../../../app/services.ts';
import { HalyardError, loginDisabled, notAllowed, secondFactorRequired } from '../../../core/errors/errors.ts';
import type { RouteReply } from '../../../http/route/route.ts';
import { demandActive, findUser, nameOf, type UserRow } from '../../accounts/users/user.queries.ts';
import { beginSignIn, endOfSignIn, finishSignIn, storeSignIn } from '../login/pending-sign-ins.ts';
import { type SignInRequest, signIn } from '../login/sign-in.ts';
import { type Proof, proofMethods, proveSecondFactor } from './prove-second-factor.ts';

/** A pending sign-in ends after this number of wrong answers; the password must then be entered again. */
const MAX_FAILURES = 5;

/** A sign-in whose password was correct. */
interface CorrectPassword {
    userId: number;
    loginId: number;
    /** A new password ends the sign-in. */
    passwordHash: string;
    challenge: string | undefined;
    failures: number;
}

const fingerprintOf = ({ password_hash }: UserRow) => hash('sha256', password_hash ?? '', 'hex');

/** Ends the password step of a user with a second factor: throws the error that says how to continue, without a session. */
export async function demandSecondFactor(
    services: Services,
    { user, loginId }: { user: UserRow; loginId: number },
    request: SignInRequest,
    reply: RouteReply,
): Promise<never> {
    demandActive(user);
    const id = randomBytes(32).toString('base64url');
    const { methods, passkey } = await proofMethods(services, user.id);
    const content: CorrectPassword = {
        userId: user.id,
        loginId,
        passwordHash: fingerprintOf(user),
        challenge: passkey?.challenge,
        failures: 0,
    };
    await beginSignIn(services, { id, kind: 'second-factor', content, returnTo: '/' }, request, reply);
    throw secondFactorRequired({ pendingSignIn: id, methods, ...(passkey && { passkey }) });
}

/** Starts the session if the second factor is right. The pending sign-in works once, and for a few wrong answers. */
export async function finishWithSecondFactor(
    services: Services,
    { pendingSignIn: id, code, passkey }: { pendingSignIn: string } & Omit<Proof, 'challenge'>,
    request: SignInRequest,
    reply: RouteReply,
) {
    const { db, settings } = services;
    if (settings.get('simpleAuth').disabled) throw loginDisabled();
    const pending = await finishSignIn<CorrectPassword>(services, { id, kind: 'second-factor' }, request);
    const { userId, loginId, passwordHash, challenge, failures } = pending.content;
    const user = await findUser(db, userId);
    if (!user || fingerprintOf(user) !== passwordHash) {
        throw notAllowed('The password was changed during this sign-in. Sign in again.');
    }
    demandActive(user);
    try {
        await proveSecondFactor(
            services,
            { userId, name: nameOf(user), address: request.ip },
            { code, passkey, challenge },
        );
    } catch (error) {
        if (error instanceof HalyardError && failures + 1 < MAX_FAILURES) {
            const content = { ...pending.content, failures: failures + 1 };
            await storeSignIn(services, { ...pending, id, kind: 'second-factor', content });
        }
        throw error;
    }
    const signedIn = await signIn(
        services,
        { user, loginId, authentication: { method: 'password', hasSecondFactor: true } },
        request,
        reply,
    );
    reply.header('set-cookie', endOfSignIn(services, request));
    return signedIn;
}
