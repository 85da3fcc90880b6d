import type { CliContext, CliOption } from '@halyard/cli/program/command';
import type { ProcessVariables, SettingDeclarations } from '../config/setting.ts';
import { EDGE_SETTINGS, OFFLINE_SETTINGS, readEdgeConfig, readOfflineConfig } from '../edge/config/edge-config.ts';
import { UNUSED_SETTINGS } from '../edge/config/unused-settings.ts';
import { stopOnSignal } from './serve.ts';

type OptionValues = Record<string, unknown>;

/** Forwarding what was reported, and the backup, are waited for. */
const STOP_AT_LATEST = 3;

const SHORT = { PORT: 'p', INTERFACE: 'i', APP_NAME: 'a', LOG_FORMAT: 'l', WORKERS: 'w' };
const EDGE_SHORT: Record<string, string> = {
    UPSTREAM_URL: 'u',
    TOKENS: 't',
    BACKUP_FOLDER: 'b',
    METRICS_INTERVAL_SECONDS: 'm',
    FEATURES_REFRESH_INTERVAL_SECONDS: 'f',
    CUSTOM_CLIENT_HEADERS: 'H',
    SKIP_SSL_VERIFICATION: 's',
    ...SHORT,
};
const OFFLINE_SHORT: Record<string, string> = {
    BOOTSTRAP_FILE: 'b',
    CLIENT_TOKENS: 'c',
    FRONTEND_TOKENS: 'f',
    RELOAD_INTERVAL: 'r',
    ...SHORT,
};

export const edgeOptions = () => ({ ...wordsOf(EDGE_SETTINGS, EDGE_SHORT), ...unusedWords() });
export const offlineOptions = () => ({
    ...wordsOf(OFFLINE_SETTINGS, OFFLINE_SHORT),
    ...unusedWords(),
    tokens: { takes: 'tokens', isList: true, short: 't', says: 'Alias of --client-tokens' } satisfies CliOption<
        string[]
    >,
});

export async function edge(given: OptionValues, { environment, version, output }: CliContext): Promise<void> {
    const config = readEdgeConfig({ ...environment, ...variablesOf(given) });
    const { startEdge } = await import('../edge/edge-app.ts');
    const running = await startEdge(config, { version });
    stopOnSignal(() => running.close(), STOP_AT_LATEST * config.shutdownMs + 10_000);
    output.write('out', `\n  Halyard ${version} runs at ${placesOf(running)}, an edge of ${config.upstreamUrl}\n\n`);
}

export async function offline(given: OptionValues, { environment, version, output }: CliContext): Promise<void> {
    const config = readOfflineConfig({ ...environment, ...variablesOf(given) });
    const { startOffline } = await import('../edge/offline.ts');
    const running = await startOffline(config, { version });
    stopOnSignal(() => running.close(), STOP_AT_LATEST * config.shutdownMs + 10_000);
    output.write('out', `\n  Halyard ${version} runs at ${placesOf(running)}, from ${config.bootstrapFile}\n\n`);
}

const placesOf = ({ url, tlsUrl }: { url: string; tlsUrl?: string | undefined }) =>
    tlsUrl ? `${url} and at ${tlsUrl}` : url;

/** Every setting has a word of the same name: UPSTREAM_URL is --upstream-url. */
function wordsOf(
    settings: SettingDeclarations,
    short: Record<string, string>,
    says = ({ help, names: [name] }: SettingDeclarations[string]) => `${help} (${name})`,
): Record<string, CliOption<unknown>> {
    return Object.fromEntries(
        Object.values(settings).map((setting) => {
            const { names, fallback } = setting;
            const [name] = names;
            return [
                name.toLowerCase().replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
                {
                    says: says(setting),
                    ...(short[name] && { short: short[name] }),
                    ...(typeof fallback === 'boolean'
                        ? { fallback: false }
                        : { takes: Array.isArray(fallback) ? 'list' : 'value', isList: Array.isArray(fallback) }),
                },
            ];
        }),
    );
}

/** Accepted without effect, so that start scripts of Unleash Edge keep working. */
const unusedWords = () => wordsOf(UNUSED_SETTINGS, SHORT, ({ help }) => `Not used: ${help}`);

/** Command-line options take precedence over the environment. */
function variablesOf(given: OptionValues): ProcessVariables {
    const said = Object.entries(given).filter(
        ([key, value]) => key !== 'json' && value !== false && value !== undefined,
    );
    return Object.fromEntries(
        said.map(([key, value]) => [
            `HALYARD_${key
                .replace(/[A-Z]/g, (letter) => `_${letter}`)
                .toUpperCase()
                .replace(/^UNLEASH_/, '')}`,
            Array.isArray(value) ? value.join(',') : String(value),
        ]),
    );
}
