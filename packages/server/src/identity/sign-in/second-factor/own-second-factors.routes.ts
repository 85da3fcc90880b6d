import type { Static } from 'typebox';
import type { Services } from '../../../app/services.ts';
import type { AdminActor } from '../../../core/access/actor.ts';
import { freshUntil } from '../../../core/access/fresh-second-factor.ts';
import { notAllowed, wrongCode } from '../../../core/errors/errors.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import {
    addPasskey,
    addTotp,
    demandRecentSignIn,
    removePasskey,
    removeTotp,
    renewRecoveryCodes,
} from '../../accounts/second-factors/second-factor.commands.ts';
import {
    hasSecondFactor,
    isSecondFactorRequired,
    listPasskeys,
    readSecondFactors,
} from '../../accounts/second-factors/second-factor.queries.ts';
import {
    AddedSecondFactor,
    ConfirmedPasskey,
    ConfirmedTotp,
    NewPasskey,
    NewRecoveryCodes,
    NewTotp,
    OwnSecondFactors,
    PasskeyId,
    SecondFactorCheck,
    SecondFactorProof,
} from '../../accounts/second-factors/second-factor.schemas.ts';
import { newTotpSecret, totpStep, totpUri } from '../../accounts/second-factors/totp.ts';
import { requireUserId } from '../../accounts/users/require-user-id.ts';
import { getUser } from '../../accounts/users/user.queries.ts';
import { passkeyCreation, relyingPartyOf, verifyCreation } from './passkey-ceremony.ts';
import { proofMethods, proveSecondFactor } from './prove-second-factor.ts';
import { beginStep, finishStep, repeatStep } from './session-steps.ts';

const route = routeWithTag('Second factors');
const OWN = '/api/admin/user/second-factors';
/** Requests of one kind for each sign-in that the operator allows. Every request needs a session; codes have limits of their own. */
const REQUESTS_PER_SIGN_IN = 6;

/** Returns the session in which users manage their second factors: a stolen token must not be able to do this. */
function ownSession(actor: AdminActor): { userId: number; session: string } {
    const userId = requireUserId(actor);
    if (actor.sessionId === undefined) {
        throw notAllowed('Second factors are managed in a session, not with a token. Sign in with a browser.');
    }
    return { userId, session: actor.sessionId };
}

/** Routes with which users manage and prove their own second factors. */
export const ownSecondFactorRoutes = (services: Services): Route[] => {
    const { db, write, clock, config, settings, secrets, sessions, publicUrl } = services;
    const rateLimit = REQUESTS_PER_SIGN_IN * config.loginsPerMinute;

    /** Refuses at the first step what the second would refuse; a missing fresh factor can be proved in between. */
    async function mayBegin(actor: AdminActor) {
        const own = ownSession(actor);
        if (!(await hasSecondFactor(db, own.userId))) await demandRecentSignIn(db, own.session, clock().toISOString());
        return own;
    }

    return [
        route(`GET ${OWN}`, {
            operationId: 'getMySecondFactors',
            summary: 'List your second factors',
            access: 'authenticated',
            duringEnrolment: true,
            responds: { status: 200, body: OwnSecondFactors },
            handler: async ({ actor }) => {
                const userId = requireUserId(actor);
                const until = actor.secondFactorAt === undefined ? undefined : freshUntil(actor.secondFactorAt);
                return {
                    ...(await readSecondFactors(db, userId)),
                    isRequired: await isSecondFactorRequired(db, settings.get('secondFactor'), userId),
                    freshUntil: until !== undefined && until > clock().toISOString() ? until : null,
                    passkeysAvailable: relyingPartyOf(services) !== undefined,
                };
            },
        }),
        route(`POST ${OWN}/totp`, {
            operationId: 'beginTotp',
            summary: 'Begin to set up an app that shows codes',
            description: 'Nothing changes until the first code is confirmed.',
            access: 'authenticated',
            duringEnrolment: true,
            leavesNoEvent: true,
            rateLimit,
            responds: { status: 200, body: NewTotp },
            handler: async ({ actor }, reply) => {
                const { session } = await mayBegin(actor);
                const secret = newTotpSecret();
                const content = { secret: secrets.seal(secret) };
                reply.header('cache-control', 'no-store');
                return {
                    ticket: await beginStep(services, session, { kind: 'totp-enrolment', content }),
                    secret,
                    uri: totpUri(secret, { issuer: `Halyard ${new URL(publicUrl()).hostname}`, label: actor.name }),
                };
            },
        }),
        route(`POST ${OWN}/totp/confirm`, {
            operationId: 'confirmTotp',
            summary: 'Add the app with its first code',
            description: 'Other sessions end if it is your first second factor; otherwise you need a fresh one.',
            access: 'authenticated',
            duringEnrolment: true,
            rateLimit,
            body: ConfirmedTotp,
            responds: { status: 201, body: AddedSecondFactor },
            errors: [409],
            handler: async ({ actor, body: { ticket, code } }, reply) => {
                const { userId, session } = ownSession(actor);
                const kind = 'totp-enrolment';
                const content = await finishStep<{ secret: string }>(services, session, { ticket, kind });
                const secret = secrets.open(content.secret);
                const step = totpStep(secret, code.replaceAll(' ', ''), clock());
                if (step === undefined) {
                    await repeatStep(services, session, { ticket, kind, content });
                    throw wrongCode();
                }
                reply.header('cache-control', 'no-store');
                return write(actor, addTotp, { userId, session, secret, step });
            },
        }),
        route(`DELETE ${OWN}/totp`, {
            operationId: 'removeTotp',
            summary: 'Remove the app that shows codes',
            description: 'Needs a fresh second factor. Without any second factor, the recovery codes are removed, too.',
            access: 'authenticated',
            responds: { status: 200 },
            errors: [404],
            handler: ({ actor }) => write(actor, removeTotp, { userId: ownSession(actor).userId }),
        }),
        route(`POST ${OWN}/passkeys/begin`, {
            operationId: 'beginPasskey',
            summary: 'Begin to add a passkey',
            access: 'authenticated',
            duringEnrolment: true,
            leavesNoEvent: true,
            rateLimit,
            responds: { status: 200, body: NewPasskey },
            handler: async ({ actor }, reply) => {
                const { userId, session } = await mayBegin(actor);
                const user = await getUser(db, userId);
                const options = await passkeyCreation(services, user, await listPasskeys(db, userId));
                const content = { challenge: options.challenge };
                reply.header('cache-control', 'no-store');
                return {
                    ticket: await beginStep(services, session, { kind: 'passkey-enrolment', content }),
                    // The library sets all members that the schema declares.
                    options: options as Static<typeof NewPasskey>['options'],
                };
            },
        }),
        route(`POST ${OWN}/passkeys`, {
            operationId: 'addPasskey',
            summary: 'Add the passkey that the browser has created',
            description: 'Other sessions end if it is your first second factor; otherwise you need a fresh one.',
            access: 'authenticated',
            duringEnrolment: true,
            rateLimit,
            body: ConfirmedPasskey,
            responds: { status: 201, body: AddedSecondFactor },
            errors: [409],
            handler: async ({ actor, body: { ticket, name, credential } }, reply) => {
                const { userId, session } = ownSession(actor);
                const kind = 'passkey-enrolment';
                const { challenge } = await finishStep<{ challenge: string }>(services, session, { ticket, kind });
                const passkey = await verifyCreation(services, { credential, challenge });
                reply.header('cache-control', 'no-store');
                return write(actor, addPasskey, { userId, session, name: name.trim(), ...passkey });
            },
        }),
        route(`DELETE ${OWN}/passkeys/:passkeyId`, {
            operationId: 'removePasskey',
            summary: 'Remove a passkey',
            description: 'Needs a fresh second factor. Without any second factor, the recovery codes are removed, too.',
            access: 'authenticated',
            params: PasskeyId,
            responds: { status: 200 },
            handler: ({ actor, params: { passkeyId: id } }) =>
                write(actor, removePasskey, { userId: ownSession(actor).userId, id }),
        }),
        route(`POST ${OWN}/recovery-codes`, {
            operationId: 'renewRecoveryCodes',
            summary: 'Create new recovery codes',
            description: 'Needs a fresh second factor. All previous codes stop working.',
            access: 'authenticated',
            responds: { status: 200, body: NewRecoveryCodes },
            errors: [409],
            handler: async ({ actor }, reply) => {
                reply.header('cache-control', 'no-store');
                return { recoveryCodes: await write(actor, renewRecoveryCodes, { userId: ownSession(actor).userId }) };
            },
        }),
        route(`POST ${OWN}/check`, {
            operationId: 'beginSecondFactorCheck',
            summary: 'Begin to prove a second factor in this session',
            description: 'Returns the possible methods; none if you have no second factor.',
            access: 'authenticated',
            leavesNoEvent: true,
            rateLimit,
            responds: { status: 200, body: SecondFactorCheck },
            handler: async ({ actor }, reply) => {
                const { userId, session } = ownSession(actor);
                const { methods, passkey } = await proofMethods(services, userId);
                const content = { challenge: passkey?.challenge };
                reply.header('cache-control', 'no-store');
                return {
                    ticket: await beginStep(services, session, { kind: 'passkey-check', content }),
                    methods,
                    ...(passkey && { passkey }),
                };
            },
        }),
        route(`POST ${OWN}/prove`, {
            operationId: 'proveSecondFactor',
            summary: 'Prove a second factor in this session',
            description: 'It is fresh for five minutes.',
            access: 'authenticated',
            leavesNoEvent: true,
            rateLimit,
            body: SecondFactorProof,
            responds: { status: 200 },
            handler: async ({ actor, body: { ticket, code, passkey }, ip }) => {
                const { userId, session } = ownSession(actor);
                const challenge = passkey
                    ? (await finishStep<{ challenge?: string }>(services, session, { ticket, kind: 'passkey-check' }))
                          .challenge
                    : undefined;
                const prover = { userId, name: actor.name, address: ip };
                await proveSecondFactor(services, prover, { code, passkey, challenge });
                await sessions.confirm(session);
            },
        }),
    ];
};
