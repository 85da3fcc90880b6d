import type { Services } from '../../../app/services.ts';
import { SYSTEM_ACTOR } from '../../../core/access/actor.ts';
import { HalyardError, inMaintenance, notAllowed } from '../../../core/errors/errors.ts';
import { asciiLower } from '../../../core/text/ascii-case.ts';
import type { RouteReply } from '../../../http/route/route.ts';
import { followProviderGroups } from '../../accounts/groups/group.commands.ts';
import type { StoredOidc, StoredSaml } from '../../accounts/sso-settings/stored-settings.ts';
import { recordLogin } from '../../accounts/users/login-attempts.ts';
import { demandActive, findUserByEmail, nameOf, type UserRow } from '../../accounts/users/user.queries.ts';
import { provisionUser } from '../../accounts/users/user-identity.commands.ts';
import { findUserByIdentity, type ProviderIdentity } from '../../accounts/users/user-identity.queries.ts';
import { endOfSignIn } from './pending-sign-ins.ts';
import { type SignInRequest, signIn } from './sign-in.ts';
import type { VerifiedIdentity } from './verified-identity.ts';

interface Attempt {
    method: 'oidc' | 'saml';
    settings: StoredOidc | StoredSaml;
    identity: VerifiedIdentity;
}

type SingleSignOnServices = Pick<
    Services,
    'db' | 'recordObservation' | 'clock' | 'settings' | 'write' | 'sessions' | 'config'
>;

/** Starts the session of a verified identity; creates the user if configured. */
export async function signInIdentity(
    services: SingleSignOnServices,
    { method, settings, identity: verified }: Attempt,
    request: SignInRequest,
    reply: RouteReply,
): Promise<void> {
    const { db, recordObservation, clock } = services;
    const identity = verified.identity && { method, ...storable(verified.identity) };
    const linked = identity && (await findUserByIdentity(db, identity));
    const email = linked ? undefined : verifiedAddress(verified);
    const known = linked ?? (await findUserByEmail(db, email!));
    const login = linked ? nameOf(linked) : email!;
    const attempt = { login, userId: known?.id, address: request.ip, method, now: clock() };
    const loginId = await recordObservation((tx) => recordLogin(tx, attempt));
    // Deactivated users are rejected before any of their data changes.
    if (known) demandActive(known);
    const user =
        linked ?? (await provision(services, settings, { known, email: email!, name: verified.name, identity }));
    if (settings.enableGroupSyncing) await followGroups(services, user, verified.groups);
    const proof = { method, ...(verified.session && { providerSession: verified.session }) };
    await signIn(services, { user, loginId, proof }, request, reply);
    reply.header('set-cookie', endOfSignIn(services, request));
}

/** Maximum length of an issuer or subject; longer than any that the protocols allow. */
const MAX_IDENTITY = 1_000;

/** Rejects texts that a database would change when it stores them: the changed text could identify another user. */
function storable(identity: NonNullable<VerifiedIdentity['identity']>): NonNullable<VerifiedIdentity['identity']> {
    const isStorable = Object.values(identity).every(
        (text) => text.length <= MAX_IDENTITY && text.isWellFormed() && !/\p{Cc}/u.test(text),
    );
    if (!isStorable) throw notAllowed('The identity provider sent a user id that cannot be stored here.');
    return identity;
}

/** Returns the verified address that identifies the user at the first sign-in with the provider. */
function verifiedAddress({ email, isEmailVerified }: VerifiedIdentity): string {
    if (email === undefined || email.length > 254 || !/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email)) {
        throw notAllowed(
            'The identity provider did not send your e-mail address. Ask an administrator to configure it.',
        );
    }
    if (!isEmailVerified) {
        throw notAllowed(
            'The identity provider does not confirm that your e-mail address is verified. Verify it there, or ask an administrator to trust addresses of this provider.',
        );
    }
    return email;
}

interface FirstSignIn {
    known: UserRow | undefined;
    email: string;
    name: string | undefined;
    identity: ProviderIdentity | undefined;
}

/** Links the identity to the existing user with the address at the first sign-in, or creates a user. */
async function provision(
    { settings: instance, write }: Pick<Services, 'settings' | 'write'>,
    { autoCreate, emailDomains, defaultRootRole, defaultRootRoleId }: StoredOidc | StoredSaml,
    { known, email, name, identity }: FirstSignIn,
): Promise<UserRow> {
    if (known && !known.unproven && (!identity || instance.get('maintenance').enabled)) return known;
    if (!known && !autoCreate) {
        throw notAllowed(`There is no user with the e-mail address ${email}. Ask an administrator to add you.`);
    }
    if (!known && !isOfDomain(email, emailDomains)) {
        throw notAllowed(
            `Users with addresses such as ${email} cannot sign up themselves. Ask an administrator to add you.`,
        );
    }
    if (instance.get('maintenance').enabled) throw inMaintenance();
    return write(SYSTEM_ACTOR, provisionUser, {
        email,
        ...(name !== undefined && { name: name.replace(/\p{Cc}/gu, '').slice(0, 255) }),
        rootRole: defaultRootRoleId ?? defaultRootRole,
        identity,
    });
}

/** Whether the address belongs to one of the domains. An empty list allows all domains. Subdomains are not included. */
function isOfDomain(email: string, domains: string): boolean {
    const allowed = domains
        .split(',')
        .map((domain) => asciiLower(domain.trim()))
        .filter(Boolean);
    return allowed.length === 0 || allowed.includes(asciiLower(email.slice(email.lastIndexOf('@') + 1)));
}

async function followGroups(
    { settings, write }: Pick<Services, 'settings' | 'write'>,
    user: UserRow,
    names: readonly string[],
): Promise<void> {
    if (settings.get('maintenance').enabled) return;
    try {
        await write(SYSTEM_ACTOR, followProviderGroups, { userId: user.id, names });
    } catch (error) {
        // The last administrator stays in the group with the Admin role, and can sign in to correct the groups.
        if (!(error instanceof HalyardError && error.name === 'ConflictError')) throw error;
    }
}
