import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { CommandError } from '../program/command.ts';

/** The URL of a service and the credential for it. */
export interface StoredCredentials {
    url: string;
    token: string;
}

export const SIGN_IN_HINT = 'Run `halyard login <address>`, or set HALYARD_URL and HALYARD_TOKEN.';

/** Returns the credentials; environment variables take precedence over those that `halyard login` stored. */
export async function credentialsOf(environment: NodeJS.ProcessEnv): Promise<StoredCredentials> {
    const stored = await storedCredentials(environment);
    const configuredUrl = environment['HALYARD_URL'];
    const url = configuredUrl ? addressOf(configuredUrl) : stored?.url;
    if (url === undefined) throw new CommandError(`No service is configured. ${SIGN_IN_HINT}`);
    // Credentials of one service are not sent to another.
    const token = environment['HALYARD_TOKEN'] || (stored?.url === url ? stored.token : undefined);
    if (!token) throw new CommandError(`There is no token for ${url}. ${SIGN_IN_HINT}`);
    return { url, token };
}

/** Validates the URL and removes a trailing slash, so that paths can be appended. */
export function addressOf(text: string): string {
    const url = /^https?:\/\//.test(text) && URL.canParse(text) ? new URL(text) : undefined;
    if (!url)
        throw new CommandError(
            `${text} is not the URL of a service. Use one that begins with https:// or http://, for example https://flags.example.com.`,
        );
    if (url.username || url.password) {
        throw new CommandError('URLs are visible to others: remove the username and the password.');
    }
    return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/** Stores the credentials and returns the path of the file. */
export async function storeCredentials(
    environment: NodeJS.ProcessEnv,
    credentials: StoredCredentials,
): Promise<string> {
    const file = fileOf(environment);
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    // An existing file keeps its mode, so a file that others can read must not be reused.
    await rm(file, { force: true });
    await writeFile(file, `${JSON.stringify(credentials, null, 4)}\n`, { mode: 0o600, flag: 'wx' });
    return file;
}

/** Deletes the stored credentials and returns whether there were any. */
export async function forgetCredentials(environment: NodeJS.ProcessEnv): Promise<boolean> {
    const stored = await storedCredentials(environment);
    await rm(fileOf(environment), { force: true });
    return stored !== undefined;
}

async function storedCredentials(environment: NodeJS.ProcessEnv): Promise<StoredCredentials | undefined> {
    const file = fileOf(environment);
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
        throw new CommandError(
            `${file} cannot be read (${error.code}). Fix the permissions, or run \`halyard login\` again.`,
        );
    });
    if (text === undefined) return undefined;
    try {
        const { url, token } = JSON.parse(text) as Partial<StoredCredentials>;
        if (typeof url === 'string' && typeof token === 'string') return { url, token };
    } catch {
        // The error below covers invalid JSON, too.
    }
    throw new CommandError(`${file} is damaged. Run \`halyard login <address>\` again.`);
}

function fileOf(environment: NodeJS.ProcessEnv): string {
    const base = environment['XDG_CONFIG_HOME'] || path.join(environment['HOME'] || homedir(), '.config');
    return path.join(base, 'halyard', 'credentials.json');
}
