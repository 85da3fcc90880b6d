import { connect } from 'node:net';
import { type CliContext, CommandError } from '@halyard/cli/program/command';
import type { Result } from '@halyard/cli/program/result';
import { satisfies } from 'semver';
import { resealSecrets } from '../admin/overview/instance/stored-secrets.ts';
import { createObserve } from '../changes/observe.ts';
import { type Config, readConfig } from '../config.ts';
import { StartError } from '../core/errors/start-error.ts';
import { contentFacts, databaseFacts } from '../storage/copy/database-facts.ts';
import type { Opened } from '../storage/copy/source.ts';
import { CannotOpen, SecretBox } from '../storage/secret-box.ts';
import { apart, isSkewed } from './clock-skew.ts';
import { withDatabase } from './database.ts';
import { contentFindings, databaseFindings } from './database-findings.ts';
import { type DoctorFinding, doubtful, fine, wrong } from './findings.ts';
import { folders } from './folder-findings.ts';
import { ownAddress } from './health.ts';

/** What package.json asks for, too. */
const NODE = '^22.18 || >=23.11';
const MARKS = { fine: ['green', '✓'], doubtful: ['yellow', '!'], wrong: ['red', '✗'] } as const;

/** Looks at everything that has kept a service from running well. */
export async function doctor({ url }: { url: string | undefined }, context: CliContext): Promise<Result> {
    const findings: DoctorFinding[] = [nodeVersion()];
    const config = readableConfig(context, findings);
    if (config) {
        findings.push(...settings(config), ...folders(config));
        findings.push(...(await database(context)));
        findings.push(await mail(config), await service(url, context));
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

function readableConfig(context: CliContext, findings: DoctorFinding[]): Config | undefined {
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

function settings(config: Config): DoctorFinding[] {
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

/** Findings before a failure are reported, too. */
async function database(context: CliContext): Promise<DoctorFinding[]> {
    const findings: DoctorFinding[] = [];
    try {
        await withDatabase(context, async (opened, config) => {
            const facts = await databaseFacts(opened);
            findings.push(...databaseFindings(facts, config, context.clock()));
            const content = await contentFacts(opened);
            if (!content) {
                findings.push(doubtful('Schema', 'the database is empty: no service has run on it yet'));
                return;
            }
            findings.push(...contentFindings(content, context.clock()));
            findings.push(await secretsOpen(opened, config));
        });
    } catch (error) {
        if (error instanceof CommandError) findings.push(doubtful('Database', error.message));
        else if (error instanceof StartError) findings.push(wrong('Database', error.message));
        else throw error;
    }
    return findings;
}

class Undo extends Error {}

/** Tries what the start does with the secrets, and takes it back. */
async function secretsOpen(opened: Opened, config: Config): Promise<DoctorFinding> {
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

async function mail({ mailHost, mailPort }: Config): Promise<DoctorFinding> {
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

async function service(url: string | undefined, context: CliContext): Promise<DoctorFinding> {
    const address = (url ?? ownAddress(context)).replace(/\/+$/, '');
    const response = await ask(`${address}/health`);
    if (!response) {
        const says = `none answers at ${address}`;
        return url === undefined ? doubtful('Service', says) : wrong('Service', `${says}. Start it, or correct --url.`);
    }
    const now = context.clock();
    const itsNow = Date.parse(response.headers.get('date') ?? '');
    if (isSkewed(itsNow, now)) {
        return wrong('Service', `its clock is ${apart(itsNow, now)}. Synchronise the clocks (NTP).`);
    }
    const version = await versionAt(address);
    return version === undefined || version === context.version
        ? fine('Service', `answers at ${address}`)
        : doubtful(
              'Service',
              `version ${version} answers at ${address}, and this command is ${context.version}: restart the service if it was upgraded, or run the command of its version`,
          );
}

/** As dashboards learn it: `/health`, which proxies let everyone ask, does not tell. */
async function versionAt(address: string): Promise<string | undefined> {
    const metrics = await (await ask(`${address}/internal-backstage/prometheus`))?.text().catch(() => undefined);
    return /^feature_toggles_total\{version="([^"]+)"\}/m.exec(metrics ?? '')?.[1];
}

async function ask(address: string): Promise<Response | undefined> {
    const response = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => undefined);
    return response?.ok ? response : undefined;
}
