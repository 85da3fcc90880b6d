import { hash, randomBytes } from 'node:crypto';
import type { Services } from '../../../app/services.ts';
import { notAllowed } from '../../../core/errors/errors.ts';
import type { RouteReply } from '../../../http/route/route.ts';
import type { PendingSignInKind } from '../../../storage/tables/sign-ins.ts';
import { cookieOf, secretIn } from './session-cookie.ts';
import type { SignInRequest } from './sign-in.ts';

/** The time to enter a second factor, or a password and a second factor at the identity provider. */
const MINUTES = 10;
const COOKIE = 'halyard-sign-in';

/** `content` contains the expected values for the response of the identity provider. */
export interface PendingSignIn<C> {
    content: C;
    returnTo: string;
}

export type PendingSignInStore = Pick<Services, 'recordObservation' | 'clock'>;
type CookieOptions = Pick<Services, 'config'>;

export const hashOf = (secret: string) => hash('sha256', secret, 'hex');
const browserIn = ({ headers }: SignInRequest) => secretIn(headers['cookie'], COOKIE);

/** Stores a sign-in before its next step, and sets the cookie that the browser must send with it. */
export async function beginSignIn<C>(
    services: PendingSignInStore & CookieOptions,
    { id, kind, content, returnTo }: { id: string; kind: PendingSignInKind } & PendingSignIn<C>,
    request: SignInRequest,
    reply: RouteReply,
): Promise<void> {
    // All windows of a browser share the cookie, so that parallel sign-ins do not invalidate each other.
    const browser = browserIn(request) ?? randomBytes(32).toString('base64url');
    await storeSignIn(services, { id, kind, content, returnTo, browserHash: hashOf(browser) });
    reply.header('set-cookie', browserCookie(services, request, browser, MINUTES * 60));
    reply.header('cache-control', 'no-store');
}

/** Returns and deletes the sign-in with this id. Works only for the browser that started it. */
export async function finishSignIn<C>(
    services: PendingSignInStore,
    { id, kind }: { id: string; kind: PendingSignInKind },
    request: SignInRequest,
): Promise<PendingSignIn<C> & { browserHash: string }> {
    const pending = await takeSignIn<C>(services, { id, kind });
    const browser = browserIn(request);
    if (!pending || browser === undefined || pending.browserHash !== hashOf(browser)) {
        throw notAllowed('This sign-in was started in another browser, has expired, or was already used. Try again.');
    }
    return pending;
}

/** Returns and deletes the sign-in without a check of the browser, for callbacks without cookies. */
export async function takeSignIn<C>(
    { recordObservation, clock }: PendingSignInStore,
    { id, kind }: { id: string; kind: PendingSignInKind },
): Promise<(PendingSignIn<C> & { browserHash: string }) | undefined> {
    return recordObservation(async (tx) => {
        const row = await tx
            .selectFrom('pending_sign_ins')
            .selectAll()
            .where('id', '=', id)
            .where('kind', '=', kind)
            .where('expires_at', '>', clock().toISOString())
            .executeTakeFirst();
        const deleted = await tx.deleteFrom('pending_sign_ins').where('id', '=', id).returning('id').executeTakeFirst();
        // Only one of two concurrent requests deletes the row.
        if (!row || !deleted) return undefined;
        // Entries of this kind contain data of this kind.
        return { content: row.content as C, returnTo: row.return_to, browserHash: row.browser_hash };
    });
}

/** Stores the result of a callback without cookies, until the browser that started the sign-in requests it with the ticket. */
export async function storeForTicket<C>(
    services: PendingSignInStore,
    pending: { browserHash: string } & PendingSignIn<C>,
): Promise<string> {
    const ticket = randomBytes(32).toString('base64url');
    await storeSignIn(services, { id: ticket, kind: 'saml-ticket', ...pending });
    return ticket;
}

/** Returns the header that deletes the cookie after the callback. */
export const endOfSignIn = (services: CookieOptions, request: SignInRequest) => browserCookie(services, request, '', 0);

const browserCookie = ({ config }: CookieOptions, { headers }: SignInRequest, value: string, seconds: number) =>
    cookieOf(config, headers, { name: COOKIE, value, path: `${config.basePath}/auth`, seconds });

/** Stores a sign-in, or a taken one again. */
export async function storeSignIn<C>(
    { recordObservation, clock }: PendingSignInStore,
    row: { id: string; kind: PendingSignInKind; browserHash: string } & PendingSignIn<C>,
): Promise<void> {
    const expires_at = new Date(clock().getTime() + MINUTES * 60_000).toISOString();
    await recordObservation((tx) =>
        tx
            .insertInto('pending_sign_ins')
            .values({
                id: row.id,
                kind: row.kind,
                browser_hash: row.browserHash,
                content: JSON.stringify(row.content),
                return_to: row.returnTo,
                expires_at,
            })
            .execute(),
    );
}
