import { hostname } from 'node:os';
import { type CliContext, CommandError } from '../program/command.ts';
import { plain } from '../program/printable.ts';
import type { Result } from '../program/result.ts';
import { promptSilently, readSecret } from '../program/secret-input.ts';
import { addressOf, forgetCredentials, storeCredentials } from './credentials.ts';
import { ServiceClient, type ServiceResponse, serviceOf } from './service.ts';

interface Me {
    user: { id: number; username?: string; name?: string; email?: string };
    permissions: { permission: string }[];
}

const nameOf = ({ user }: Me) => user.name || user.username || user.email || `user ${user.id}`;

interface LoginOptions {
    address: string | undefined;
    /** Sign in with the password of this user instead of a token. */
    user: string | undefined;
}

/** Tokens created by `halyard login --user` are valid for this long. */
const TOKEN_DAYS = 90;

/** Stores the credentials for other commands. Neither token nor password are arguments, because process lists show arguments. */
export async function login({ address, user }: LoginOptions, context: CliContext): Promise<Result> {
    const { environment, output } = context;
    const configuredUrl = address ?? environment['HALYARD_URL'];
    if (!configuredUrl)
        throw new CommandError('Specify the URL of the service: halyard login https://flags.example.com.');
    const url = addressOf(configuredUrl);
    const token = user === undefined ? await readToken(url, context) : await createToken(url, user, context);
    const me = await new ServiceClient({ url, token }, context).get<Me>('/api/admin/user');
    if (!me?.user) throw new CommandError(`The server at ${url} is not Halyard. Is the base path missing?`);
    const file = await storeCredentials(environment, { url, token });
    return {
        json: { url, user: nameOf(me), file },
        text: `${output.paint('green', '✓')} ${plain(nameOf(me))} at ${url}; the token is in ${file}, which only you can read`,
    };
}

async function readToken(url: string, { environment, output }: CliContext): Promise<string> {
    const configured = environment['HALYARD_TOKEN'];
    if (configured) return configured;
    return readSecret(output, {
        question: `Token (create one at ${url}/profile): `,
        missing: 'Pass the token on stdin or in HALYARD_TOKEN, or run the command in a terminal.',
    });
}

/** Signs in with a password and creates a personal token. The password is not stored. */
async function createToken(url: string, user: string, context: CliContext): Promise<string> {
    const password = await readSecret(context.output, {
        question: `Password of ${user} at ${url}: `,
        missing: 'Pass the password on stdin, or run the command in a terminal.',
    });
    const client = new ServiceClient({ url, token: '' }, context);
    const signIn = await client.request('POST', '/auth/simple/login', { body: { username: user, password } });
    if (signIn.status === 401) throw new CommandError(`${url} rejects this user name or password.`);
    const pending = pendingSignInOf(signIn);
    const signedIn = pending === undefined ? signIn : await sendCode(client, { pending, signIn }, context);
    client.requireSuccess('POST', '/auth/simple/login', signedIn);
    const cookie = cookiesOf(signedIn);
    const now = context.clock();
    const expiresAt = new Date(now.getTime() + TOKEN_DAYS * 24 * 60 * 60 * 1_000);
    const { body } = await client.requestOk('POST', '/api/admin/user/tokens', {
        headers: { cookie },
        body: { description: `halyard on ${hostname()}, ${now.toISOString()}`, expiresAt: expiresAt.toISOString() },
        effect: 'event',
    });
    await client.request('POST', '/logout', { headers: { cookie } });
    return (body as { secret: string }).secret;
}

/** The id of a sign-in whose password was correct, if the account has a second factor. */
function pendingSignInOf({ status, body }: ServiceResponse): string | undefined {
    const { name, pendingSignIn } = (body ?? {}) as { name?: string; pendingSignIn?: string };
    return status === 403 && name === 'SecondFactorRequired' ? pendingSignIn : undefined;
}

/** Completes a sign-in with a code of an app, or a recovery code. */
async function sendCode(
    client: ServiceClient,
    { pending, signIn }: { pending: string; signIn: ServiceResponse },
    { output }: CliContext,
): Promise<ServiceResponse> {
    if (!output.canPrompt) {
        throw new CommandError(
            'This account has a second factor. Run the command in a terminal, or create a token in your profile and pass it to halyard login without --user.',
        );
    }
    const code = await promptSilently(output, 'Code of your app, or a recovery code: ');
    return client.request('POST', '/auth/simple/second-factor', {
        headers: { cookie: cookiesOf(signIn) },
        body: { pendingSignIn: pending, code: code.trim() },
    });
}

const cookiesOf = ({ headers }: ServiceResponse): string =>
    headers
        .getSetCookie()
        .map((each) => each.split(';')[0])
        .join('; ');

export async function logout(_: object, { environment, output }: CliContext): Promise<Result> {
    const forgotten = await forgetCredentials(environment);
    const message = forgotten
        ? 'The stored token was deleted here; it stays valid until you delete it in the service'
        : 'No credentials were stored';
    return { json: { forgotten }, text: `${output.paint('green', '✓')} ${message}` };
}

export async function whoami(_: object, context: CliContext): Promise<Result> {
    const service = await serviceOf(context);
    const me = await service.get<Me>('/api/admin/user');
    const isAdmin = me.permissions.some(({ permission }) => permission === 'ADMIN');
    return {
        json: { url: service.url, user: nameOf(me), isAdmin },
        text: `${plain(nameOf(me))}${isAdmin ? ', an administrator,' : ''} at ${service.url}`,
    };
}
