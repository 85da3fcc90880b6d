import { SYSTEM_ACTOR } from '../../core/actor.ts';
import { HalyardError, inMaintenance, notAllowed } from '../../core/errors.ts';
import type { RouteReply } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { followProviderGroups } from '../groups/group.commands.ts';
import type { StoredOidc, StoredSaml } from '../sso-settings/stored-settings.ts';
import { createProvenUser } from '../users/user.commands.ts';
import { demandActive, findUserByEmail, type UserRow } from '../users/user.queries.ts';
import { noteLogin } from './login-attempts.ts';
import { endOfSignIn } from './pending-sign-ins.ts';
import type { Proven } from './proven.ts';
import { type SignInRequest, signIn } from './sign-in.ts';

interface Attempt {
    method: 'oidc' | 'saml';
    settings: StoredOidc | StoredSaml;
    proven: Proven;
}

/** Begins the session of someone an identity provider vouches for, whom it creates if that is wanted. */
export async function signInProven(
    services: Services,
    { method, settings, proven }: Attempt,
    request: SignInRequest,
    reply: RouteReply,
): Promise<void> {
    const { db, observe, clock } = services;
    const { email } = proven;
    if (email === undefined || email.length > 254 || !/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email)) {
        throw notAllowed('The identity provider did not say your e-mail address. Ask an administrator to let it.');
    }
    const known = await findUserByEmail(db, email);
    const attempt = { login: email, userId: known?.id, address: request.ip, method, now: clock() };
    const loginId = await observe((tx) => noteLogin(tx, attempt));
    const user = known ?? (await createUser(services, settings, { email, name: proven.name }));
    // Before anything changes for them.
    demandActive(user);
    if (settings.enableGroupSyncing) await followGroups(services, user, proven.groups);
    const proof = { method, ...(proven.session && { providerSession: proven.session }) };
    await signIn(services, { user, loginId, proof }, request, reply);
    reply.header('set-cookie', endOfSignIn(services, request));
}

async function createUser(
    { settings: instance, write }: Services,
    { autoCreate, emailDomains, defaultRootRole, defaultRootRoleId }: StoredOidc | StoredSaml,
    { email, name }: { email: string; name: string | undefined },
): Promise<UserRow> {
    if (!autoCreate) {
        throw notAllowed(`Nobody here has the e-mail address ${email}. Ask an administrator to add you.`);
    }
    if (!isOfDomain(email, emailDomains)) {
        throw notAllowed(`Addresses such as ${email} may not sign up by themselves. Ask an administrator to add you.`);
    }
    if (instance.get('maintenance').enabled) throw inMaintenance();
    return write(SYSTEM_ACTOR, createProvenUser, {
        email,
        ...(name !== undefined && { name: name.replace(/\p{Cc}/gu, '').slice(0, 255) }),
        rootRole: defaultRootRoleId ?? defaultRootRole,
    });
}

/** Whether the address belongs to one of the domains, of which no list means all; subdomains are others. */
function isOfDomain(email: string, domains: string): boolean {
    const allowed = domains
        .split(',')
        .map((domain) => domain.trim().toLowerCase())
        .filter(Boolean);
    return allowed.length === 0 || allowed.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase());
}

async function followGroups({ settings, write }: Services, user: UserRow, names: readonly string[]): Promise<void> {
    if (settings.get('maintenance').enabled) return;
    try {
        await write(SYSTEM_ACTOR, followProviderGroups, { userId: user.id, names });
    } catch (error) {
        // The last administrator stays in the group that makes them one, and gets in to put things right.
        if (!(error instanceof HalyardError && error.name === 'ConflictError')) throw error;
    }
}
