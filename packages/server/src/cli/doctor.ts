import { connect } from 'node:net';
import { type CliContext, CommandError } from '@halyard/cli/program/command';
import type { Result } from '@halyard/cli/program/result';
import { satisfies } from 'semver';
import { reencryptSecrets } from '../admin/overview/instance/stored-secrets.ts';
import { createRecordObservation } from '../changes/record-observation.ts';
import { type Config, readConfig } from '../config/config.ts';
import { StartError } from '../core/errors/start-error.ts';
import { contentFacts, databaseFacts } from '../storage/copy/database-facts.ts';
import type { Opened } from '../storage/copy/source.ts';
import { CannotOpen, SecretBox } from '../storage/secret-box.ts';
import { describeSkew, isSkewed } from './clock-skew.ts';
import { withDatabase } from './database.ts';
import { contentFindings, databaseFindings } from './database-findings.ts';
import { type DoctorFinding, errorFinding, okFinding, warningFinding } from './findings.ts';
import { folders } from './folder-findings.ts';
import { ownAddress } from './health.ts';

/** The same range is in package.json. */
const NODE = '^22.18 || >=23.11';
const MARKS = { fine: ['green', '✓'], doubtful: ['yellow', '!'], wrong: ['red', '✗'] } as const;

/** Checks for everything that is known to prevent a service from running well. */
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
        ? okFinding('Node', process.versions.node)
        : errorFinding('Node', `${process.versions.node} is too old. Install ${NODE}.`);

function readableConfig(context: CliContext, findings: DoctorFinding[]): Config | undefined {
    try {
        const config = readConfig(context.environment);
        findings.push(okFinding('Configuration', 'all settings are valid'));
        return config;
    } catch (error) {
        if (!(error instanceof StartError)) throw error;
        findings.push(errorFinding('Configuration', error.message));
        return undefined;
    }
}

function settings(config: Config): DoctorFinding[] {
    const { publicUrl, secureHeaders, authType, secretKeys, trustedProxies } = config;
    const isHttps = publicUrl.startsWith('https:');
    return [
        publicUrl === ''
            ? warningFinding(
                  'Public URL',
                  'UNLEASH_URL is not set: links in e-mails and chat messages point to localhost',
              )
            : okFinding('Public URL', publicUrl),
        isHttps && !secureHeaders
            ? warningFinding('Headers', 'the public URL uses https: set SECURE_HEADERS=true')
            : okFinding('Headers', secureHeaders ? 'HSTS and secure cookies' : 'as for http'),
        authType === 'none' || authType === 'demo'
            ? warningFinding('Sign-in', `AUTH_TYPE=${authType} gives everyone access who can reach the service`)
            : okFinding('Sign-in', 'passwords or single sign-on'),
        secretKeys.length === 0
            ? warningFinding('Secrets', 'SECRET_KEY is not set: secrets of integrations are stored unencrypted')
            : okFinding('Secrets', `encrypted with ${secretKeys.length === 1 ? 'a key' : `${secretKeys.length} keys`}`),
        Array.isArray(trustedProxies) && trustedProxies.some((entry) => /\/0$/.test(entry))
            ? errorFinding(
                  'Proxies',
                  'TRUSTED_PROXIES trusts every address: clients can forge their IP address. List only your proxies.',
              )
            : okFinding('Proxies', `X-Forwarded-For is trusted from ${String(trustedProxies)}`),
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
                findings.push(warningFinding('Schema', 'the database is empty: no service has run on it yet'));
                return;
            }
            findings.push(...contentFindings(content, context.clock()));
            findings.push(await secretsOpen(opened, config));
        });
    } catch (error) {
        if (error instanceof CommandError) findings.push(warningFinding('Database', error.message));
        else if (error instanceof StartError) findings.push(errorFinding('Database', error.message));
        else throw error;
    }
    return findings;
}

class Undo extends Error {}

/** Tries the re-encryption of secrets that a start does, and rolls it back. */
async function secretsOpen(opened: Opened, config: Config): Promise<DoctorFinding> {
    try {
        await createRecordObservation(opened)(async (tx) => {
            await reencryptSecrets(tx, new SecretBox(config.secretKeys));
            throw new Undo();
        });
    } catch (error) {
        if (error instanceof CannotOpen) {
            return errorFinding(
                'Stored secrets',
                'SECRET_KEY cannot decrypt them. Set the key they were encrypted with.',
            );
        }
        if (!(error instanceof Undo)) throw error;
    }
    return okFinding('Stored secrets', 'can be decrypted');
}

const TIMEOUT_MS = 3_000;

async function mail({ mailHost, mailPort }: Config): Promise<DoctorFinding> {
    if (mailHost === '') return warningFinding('Mail', 'EMAIL_HOST is not set: links are shown instead of sent');
    const problem = await new Promise<string | undefined>((resolve) => {
        const socket = connect({ host: mailHost, port: mailPort, timeout: TIMEOUT_MS }, () => resolve(undefined));
        socket.on('timeout', () => resolve('does not respond'));
        socket.on('error', (error) => resolve(error.message));
        socket.on('connect', () => socket.destroy());
        setTimeout(() => socket.destroy(), TIMEOUT_MS).unref();
    });
    return problem === undefined
        ? okFinding('Mail', `${mailHost}:${mailPort} responds`)
        : errorFinding('Mail', `${mailHost}:${mailPort}: ${problem}. Check EMAIL_HOST and EMAIL_PORT.`);
}

async function service(url: string | undefined, context: CliContext): Promise<DoctorFinding> {
    const baseUrl = (url ?? ownAddress(context)).replace(/\/+$/, '');
    const response = await fetchOk(`${baseUrl}/health`);
    if (!response) {
        const message = `no service responds at ${baseUrl}`;
        return url === undefined
            ? warningFinding('Service', message)
            : errorFinding('Service', `${message}. Start it, or correct --url.`);
    }
    const now = context.clock();
    const serviceNow = Date.parse(response.headers.get('date') ?? '');
    if (isSkewed(serviceNow, now)) {
        return errorFinding('Service', `its clock is ${describeSkew(serviceNow, now)}. Synchronise the clocks (NTP).`);
    }
    const version = await versionAt(baseUrl);
    return version === undefined || version === context.version
        ? okFinding('Service', `responds at ${baseUrl}`)
        : warningFinding(
              'Service',
              `version ${version} responds at ${baseUrl}, but this command has version ${context.version}: restart the service if it was upgraded, or use the command of its version`,
          );
}

/** Reads the version from the metrics, because `/health` is public and does not contain it. */
async function versionAt(baseUrl: string): Promise<string | undefined> {
    const metrics = await (await fetchOk(`${baseUrl}/internal-backstage/prometheus`))?.text().catch(() => undefined);
    return /^feature_toggles_total\{version="([^"]+)"\}/m.exec(metrics ?? '')?.[1];
}

async function fetchOk(url: string): Promise<Response | undefined> {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => undefined);
    return response?.ok ? response : undefined;
}
