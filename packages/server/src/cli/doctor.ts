import { connect } from 'node:net';
import { satisfies } from 'semver';
import { resealSecrets } from '../admin/instance/stored-secrets.ts';
import { createObserve } from '../changes/observe.ts';
import { type Config, readConfig } from '../config.ts';
import { StartError } from '../core/start-error.ts';
import { type DatabaseFacts, databaseFacts } from '../storage/copy/database-facts.ts';
import type { Opened } from '../storage/copy/source.ts';
import { CannotOpen, SecretBox } from '../storage/secret-box.ts';
import type { Context } from './command.ts';
import { CommandError } from './command.ts';
import { withDatabase } from './database.ts';
import { doubtful, type Finding, fine, wrong } from './findings.ts';
import { folders } from './folder-findings.ts';
import { ownAddress } from './health.ts';
import type { Result } from './result.ts';

/** What package.json asks for, too. */
const NODE = '^22.18 || >=23.11';
const MARKS = { fine: ['green', '✓'], doubtful: ['yellow', '!'], wrong: ['red', '✗'] } as const;

/** Looks at everything that has kept a service from running well. */
export async function doctor({ url }: { url: string | undefined }, context: Context): Promise<Result> {
    const findings: Finding[] = [nodeVersion()];
    const config = readableConfig(context, findings);
    if (config) {
        findings.push(...settings(config), ...folders(config));
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
        clock(facts),
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

/** An event of later than now was recorded by a clock that is ahead of this one, or before this one was set back. */
function clock({ now, newestEventAt }: DatabaseFacts): Finding {
    const ofDatabase = now === undefined ? 0 : secondsAhead(now);
    const ofEvents = newestEventAt === undefined ? 0 : secondsAhead(Date.parse(newestEventAt));
    if (Math.abs(ofDatabase) > SKEW_SECONDS) {
        return wrong('Clock', `the database is ${ofDatabase} s ahead of this machine. Synchronise the clocks (NTP).`);
    }
    return ofEvents > SKEW_SECONDS
        ? wrong(
              'Clock',
              `the newest event is ${ofEvents} s ahead of this machine. Set the clock, or synchronise it (NTP).`,
          )
        : fine('Clock', now === undefined ? 'not behind the newest event' : 'as the database has it');
}

const secondsAhead = (milliseconds: number) => Math.round((milliseconds - Date.now()) / 1000);

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
    const skew = secondsAhead(Date.parse(response.headers.get('date') ?? ''));
    return Math.abs(skew) > SKEW_SECONDS
        ? wrong('Service', `its clock is ${skew} s ahead of this machine. Synchronise the clocks (NTP).`)
        : fine('Service', `answers at ${address}`);
}
