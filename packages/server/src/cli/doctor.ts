import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, resolve } from 'node:path';
import { satisfies } from 'semver';
import { resealSecrets } from '../admin/instance/stored-secrets.ts';
import { createObserve } from '../changes/observe.ts';
import { type Config, readConfig } from '../config.ts';
import { StartError } from '../core/start-error.ts';
import { databaseFacts } from '../storage/copy/database-facts.ts';
import type { Opened } from '../storage/copy/source.ts';
import { databaseFile } from '../storage/open-database.ts';
import { CannotOpen, SecretBox } from '../storage/secret-box.ts';
import type { Context } from './command.ts';
import { CommandError } from './command.ts';
import { withDatabase } from './database.ts';
import { sized } from './figures.ts';
import { ownAddress } from './health.ts';
import type { Result } from './result.ts';

/** One thing that was looked at; `says` tells what to do where something is wrong. */
interface Finding {
    about: string;
    state: 'fine' | 'doubtful' | 'wrong';
    says: string;
}

const fine = (about: string, says: string): Finding => ({ about, state: 'fine', says });
const doubtful = (about: string, says: string): Finding => ({ about, state: 'doubtful', says });
const wrong = (about: string, says: string): Finding => ({ about, state: 'wrong', says });

/** What package.json asks for, too. */
const NODE = '^22.18 || >=23.11';
const MARKS = { fine: ['green', '✓'], doubtful: ['yellow', '!'], wrong: ['red', '✗'] } as const;

/** Looks at everything that has kept a service from running well. */
export async function doctor({ url }: { url: string | undefined }, context: Context): Promise<Result> {
    const findings: Finding[] = [nodeVersion()];
    const config = readableConfig(context, findings);
    if (config) {
        findings.push(...settings(config), ...(config.databaseUrl ? [] : folder(config)));
        findings.push(...(await database(context)));
        findings.push(await mail(config), await service(url ?? ownAddress(context), url !== undefined));
    }
    const isWrong = findings.some(({ state }) => state === 'wrong');
    return {
        json: { ok: !isWrong, findings },
        text: findings
            .map(({ about, state, says }) => {
                const [colour, mark] = MARKS[state];
                return `${context.output.paint(colour, mark)} ${about}: ${says}`;
            })
            .join('\n'),
        exitCode: isWrong ? 1 : 0,
    };
}

const nodeVersion = () =>
    satisfies(process.versions.node, NODE)
        ? fine('Node', process.versions.node)
        : wrong('Node', `${process.versions.node} is too old. Install ${NODE}.`);

function readableConfig(context: Context, findings: Finding[]): Config | undefined {
    try {
        const config = readConfig(context.environment);
        findings.push(fine('Configuration', 'every setting can be read'));
        return config;
    } catch (error) {
        if (!(error instanceof StartError)) throw error;
        findings.push(wrong('Configuration', error.message));
        return undefined;
    }
}

function settings(config: Config): Finding[] {
    const { publicUrl, secureHeaders, authType, secretKeys, trustedProxies } = config;
    const isHttps = publicUrl.startsWith('https:');
    return [
        publicUrl === ''
            ? doubtful('Public address', 'UNLEASH_URL is not set: links in mails and chats lead to localhost')
            : fine('Public address', publicUrl),
        isHttps && !secureHeaders
            ? doubtful('Headers', 'the public address is https: set SECURE_HEADERS=true')
            : fine('Headers', secureHeaders ? 'HSTS and secure cookies' : 'as for http'),
        authType === 'none' || authType === 'demo'
            ? doubtful('Sign-in', `AUTH_TYPE=${authType} lets everyone in who reaches the service`)
            : fine('Sign-in', 'passwords or single sign-on'),
        secretKeys.length === 0
            ? doubtful('Secrets', 'SECRET_KEY is not set: secrets of integrations are stored readable')
            : fine('Secrets', `sealed by ${secretKeys.length === 1 ? 'a key' : `${secretKeys.length} keys`}`),
        Array.isArray(trustedProxies) && trustedProxies.some((entry) => /\/0$/.test(entry))
            ? wrong(
                  'Proxies',
                  'TRUSTED_PROXIES believes everyone: anyone can pretend to come from anywhere. Name your proxies.',
              )
            : fine('Proxies', `X-Forwarded-For is believed from ${String(trustedProxies)}`),
    ];
}

const LITTLE = 1_000_000_000;
const TOO_LITTLE = 100_000_000;

function folder({ dataDir }: Config): Finding[] {
    const path = resolve(dataDir);
    const existing = existsSync(path) ? path : dirname(path);
    const findings: Finding[] = [];
    try {
        accessSync(existing, constants.W_OK | constants.X_OK);
        findings.push(fine('Folder', path));
    } catch {
        findings.push(wrong('Folder', `${existing} cannot be written by this user. Change its owner, or DATA_DIR.`));
    }
    const file = databaseFile(path);
    if (existsSync(file) && (statSync(file).mode & 0o077) !== 0) {
        findings.push(wrong('Permissions', `others can read ${file}, which holds secrets. Run: chmod 600 ${file}`));
    }
    if (existsSync(existing)) {
        const { bavail, bsize } = statfsSync(existing);
        const free = bavail * bsize;
        const says = `${sized(free)} free`;
        if (free < TOO_LITTLE) findings.push(wrong('Disk', `${says}. Make room before changes are refused.`));
        else findings.push(free < LITTLE ? doubtful('Disk', says) : fine('Disk', says));
    }
    return findings;
}

async function database(context: Context): Promise<Finding[]> {
    try {
        return await withDatabase(context, async (opened, config) => [
            ...(await databaseState(opened, config)),
            await secretsOpen(opened, config),
        ]);
    } catch (error) {
        if (error instanceof CommandError) return [doubtful('Database', error.message)];
        if (error instanceof StartError) return [wrong('Database', error.message)];
        throw error;
    }
}

const SKEW_SECONDS = 5;

async function databaseState(opened: Opened, config: Config): Promise<Finding[]> {
    const facts = await databaseFacts(opened);
    const skew = Math.round((facts.now - Date.now()) / 1000);
    return [
        facts.damage === undefined
            ? fine('Database', `${facts.version}, revision ${facts.revision}`)
            : wrong('Database', `${facts.damage}. Restore a backup: halyard restore <file> --replace`),
        facts.unknownSteps > 0
            ? wrong('Schema', 'a newer version of Halyard wrote this database. Start that one.')
            : facts.missingSteps > 0
              ? doubtful('Schema', `${facts.missingSteps} steps are missing: the next start does them. Back up before.`)
              : fine('Schema', 'up to date'),
        facts.mayChange
            ? fine('Permissions', 'tables can be created and changed')
            : wrong('Permissions', 'the user of the database may not create tables. Grant CREATE on the schema.'),
        Math.abs(skew) > SKEW_SECONDS
            ? wrong('Clock', `the database is ${skew} s ahead of this machine. Synchronise the clocks (NTP).`)
            : fine('Clock', 'as the database has it'),
        facts.freeConnections !== undefined && facts.freeConnections < config.databasePoolMax
            ? doubtful(
                  'Connections',
                  `PostgreSQL has ${facts.freeConnections} left, and a node takes up to ${config.databasePoolMax}: lower DATABASE_POOL_MAX or raise max_connections`,
              )
            : fine('Connections', facts.freeConnections === undefined ? 'embedded' : `${facts.freeConnections} left`),
        config.databaseUrl && (config.databaseStatementTimeout === 0 || config.databaseLockTimeout === 0)
            ? doubtful('Time-outs', 'one of them is 0: a node that hangs can stop all others for ever')
            : fine('Time-outs', 'bounded'),
    ];
}

class Undo extends Error {}

/** Tries what the start does with the secrets, and takes it back. */
async function secretsOpen(opened: Opened, config: Config): Promise<Finding> {
    try {
        await createObserve(opened)(async (tx) => {
            await resealSecrets(tx, new SecretBox(config.secretKeys));
            throw new Undo();
        });
    } catch (error) {
        if (error instanceof CannotOpen) {
            return wrong('Stored secrets', 'SECRET_KEY does not open them. Give the key they were sealed with.');
        }
        if (!(error instanceof Undo)) throw error;
    }
    return fine('Stored secrets', 'can be opened');
}

const PATIENCE_MS = 3_000;

async function mail({ mailHost, mailPort }: Config): Promise<Finding> {
    if (mailHost === '') return doubtful('Mail', 'EMAIL_HOST is not set: links are shown instead of sent');
    const problem = await new Promise<string | undefined>((tell) => {
        const socket = connect({ host: mailHost, port: mailPort, timeout: PATIENCE_MS }, () => tell(undefined));
        socket.on('timeout', () => tell('does not answer'));
        socket.on('error', (error) => tell(error.message));
        socket.on('connect', () => socket.destroy());
        setTimeout(() => socket.destroy(), PATIENCE_MS).unref();
    });
    return problem === undefined
        ? fine('Mail', `${mailHost}:${mailPort} answers`)
        : wrong('Mail', `${mailHost}:${mailPort}: ${problem}. Check EMAIL_HOST and EMAIL_PORT.`);
}

async function service(address: string, isAsked: boolean): Promise<Finding> {
    const response = await fetch(`${address.replace(/\/+$/, '')}/health`, {
        signal: AbortSignal.timeout(PATIENCE_MS),
    }).catch(() => undefined);
    if (!response?.ok) {
        const says = `none answers at ${address}`;
        return isAsked ? wrong('Service', `${says}. Start it, or correct --url.`) : doubtful('Service', says);
    }
    const skew = Math.round((Date.parse(response.headers.get('date') ?? '') - Date.now()) / 1000);
    return Math.abs(skew) > SKEW_SECONDS
        ? wrong('Service', `its clock is ${skew} s ahead of this machine. Synchronise the clocks (NTP).`)
        : fine('Service', `answers at ${address}`);
}
