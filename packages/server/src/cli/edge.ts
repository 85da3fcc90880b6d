import type { Environment, Setting } from '../config/setting.ts';
import { EDGE_SETTINGS, OFFLINE_SETTINGS, readEdgeConfig, readOfflineConfig } from '../edge/edge-config.ts';
import type { Context, Word } from './command.ts';
import { stopOnSignal } from './serve.ts';

type Settings = Record<string, Setting<unknown>>;
type Given = Record<string, unknown>;

/** Forwarding what was reported, and the backup, are waited for. */
const STOP_AT_LATEST = 3;

const EDGE_SHORT: Record<string, string> = {
    UPSTREAM_URL: 'u',
    TOKENS: 't',
    BACKUP_FOLDER: 'b',
    METRICS_INTERVAL_SECONDS: 'm',
    FEATURES_REFRESH_INTERVAL_SECONDS: 'f',
    CUSTOM_CLIENT_HEADERS: 'H',
    SKIP_SSL_VERIFICATION: 's',
    PORT: 'p',
    INTERFACE: 'i',
};
const OFFLINE_SHORT: Record<string, string> = {
    BOOTSTRAP_FILE: 'b',
    CLIENT_TOKENS: 'c',
    FRONTEND_TOKENS: 'f',
    RELOAD_INTERVAL: 'r',
    PORT: 'p',
    INTERFACE: 'i',
};

export const edgeOptions = () => wordsOf(EDGE_SETTINGS, EDGE_SHORT);
export const offlineOptions = () => ({
    ...wordsOf(OFFLINE_SETTINGS, OFFLINE_SHORT),
    tokens: { takes: 'tokens', isList: true, short: 't', says: 'The same as --client-tokens' } satisfies Word<string[]>,
});

export async function edge(given: Given, { environment, version }: Context): Promise<void> {
    const config = readEdgeConfig({ ...environment, ...variablesOf(given) });
    const { startEdge } = await import('../edge/edge-app.ts');
    const running = await startEdge(config, { version });
    stopOnSignal(() => running.close(), STOP_AT_LATEST * config.shutdownMs + 10_000);
    console.log(`\n  Halyard ${version} runs at ${running.url}, an edge of ${config.upstreamUrl}\n`);
}

export async function offline(given: Given, { environment, version }: Context): Promise<void> {
    const config = readOfflineConfig({ ...environment, ...variablesOf(given) });
    const { startOffline } = await import('../edge/offline.ts');
    const running = await startOffline(config, { version });
    stopOnSignal(() => running.close(), STOP_AT_LATEST * config.shutdownMs + 10_000);
    console.log(`\n  Halyard ${version} runs at ${running.url}, from ${config.bootstrapFile}\n`);
}

/** Every setting has a word of the same name: UPSTREAM_URL is --upstream-url. */
function wordsOf(settings: Settings, short: Record<string, string>): Record<string, Word<unknown>> {
    return Object.fromEntries(
        Object.values(settings).map(({ names: [name], help, fallback }) => [
            name.toLowerCase().replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
            {
                says: `${help} (${name})`,
                ...(short[name] && { short: short[name] }),
                ...(typeof fallback === 'boolean'
                    ? { fallback: false }
                    : { takes: Array.isArray(fallback) ? 'list' : 'value', isList: Array.isArray(fallback) }),
            },
        ]),
    );
}

/** What was said on the command line counts more than the environment. */
function variablesOf(given: Given): Environment {
    const said = Object.entries(given).filter(
        ([key, value]) => key !== 'json' && value !== false && value !== undefined,
    );
    return Object.fromEntries(
        said.map(([key, value]) => [
            `HALYARD_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`,
            Array.isArray(value) ? value.join(',') : String(value),
        ]),
    );
}
