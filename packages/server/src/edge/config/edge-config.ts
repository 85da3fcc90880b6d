import { readFileSync } from 'node:fs';
import {
    ConfigError,
    type ProcessVariables,
    readAll,
    unsupportedSettings,
    type ValuesOf,
} from '../../config/setting.ts';
import type { TrustedProxies } from '../../core/settings/trusted-proxies.ts';
import { FOLLOWING, FROM_FILE, SERVING } from './edge-settings.ts';
import { lostBackup, UNUSED_SETTINGS } from './unused-settings.ts';

export const EDGE_SETTINGS = { ...FOLLOWING, ...SERVING };
export const OFFLINE_SETTINGS = { ...FROM_FILE, ...SERVING };

interface Warnings {
    /** Warnings about settings without effect. */
    readonly warnings: readonly string[];
}
export type ServingConfig = ValuesOf<typeof SERVING>;
export type EdgeConfig = ValuesOf<typeof EDGE_SETTINGS> & Warnings;
export type OfflineConfig = ValuesOf<typeof OFFLINE_SETTINGS> & Warnings;

export function readEdgeConfig(environment: ProcessVariables): EdgeConfig {
    const values = readAll(environment, EDGE_SETTINGS);
    if (!values.upstreamUrl) throw new ConfigError('UPSTREAM_URL must be set: the address of the server to follow.');
    for (const token of values.tokens) checkToken(token, 'TOKENS');
    if (values.clientSecret && values.desiredEnvironments.length === 0) {
        throw new ConfigError(
            'UNLEASH_CLIENT_SECRET needs DESIRED_ENVIRONMENTS too: the environments to request tokens for.',
        );
    }
    checkSharedBackup(values);
    const hasBackup = Boolean(values.backupFolder || values.backupUrl || values.s3Bucket);
    const backupWarnings = hasBackup ? [] : lostBackup(environment);
    return {
        ...values,
        warnings: [...backupWarnings, ...unsupportedSettings(environment, UNUSED_SETTINGS, 'this edge')],
    };
}

function checkSharedBackup({
    backupUrl,
    s3Bucket,
    s3AccessKeyId,
    s3SecretAccessKey,
}: ValuesOf<typeof FOLLOWING>): void {
    if (!s3Bucket) return;
    if (backupUrl) throw new ConfigError('BACKUP_URL and S3_BUCKET_NAME exclude each other. Remove one of them.');
    if (s3AccessKeyId && s3SecretAccessKey) return;
    throw new ConfigError(
        'S3_BUCKET_NAME needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY: this edge does not read credentials from files, roles or the metadata of a machine.',
    );
}

/** Settings for serving, common to both kinds of edge. */
export const readServingConfig = (environment: ProcessVariables): ServingConfig => readAll(environment, SERVING);

export function readOfflineConfig(environment: ProcessVariables): OfflineConfig {
    const values = readAll(environment, OFFLINE_SETTINGS);
    if (!values.bootstrapFile) throw new ConfigError('BOOTSTRAP_FILE must be set: the file with the flags.');
    if (values.clientTokens.length + values.frontendTokens.length === 0) {
        throw new ConfigError(
            'CLIENT_TOKENS or FRONTEND_TOKENS must be set: without tokens, all requests are refused.',
        );
    }
    return { ...values, warnings: unsupportedSettings(environment, UNUSED_SETTINGS, 'this edge') };
}

/** The error does not repeat the token: a malformed token may contain a part of another secret. */
function checkToken(token: string, name: string): void {
    if (!/^[^\s:]+:[^\s.:]+\.\S+$/.test(token)) {
        throw new ConfigError(`${name} must be tokens such as *:production.secret, separated by commas.`);
    }
}

/** Reads the file of a setting. Returns undefined if the setting is empty. */
export function fileOf(environmentName: string, path: string): Buffer | undefined {
    if (!path) return undefined;
    try {
        return readFileSync(path);
    } catch {
        throw new ConfigError(`${environmentName} must be a file that can be read: ${path}`);
    }
}

export function trustedProxiesOf({ trustProxy, trustedProxies }: ServingConfig): TrustedProxies {
    const isConfigured = typeof trustedProxies === 'number' || trustedProxies.join() !== 'loopback';
    return trustProxy && !isConfigured ? ['loopback', 'private'] : trustedProxies;
}
