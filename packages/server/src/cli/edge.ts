import type { CliContext, CliOption } from '@halyard/cli/program/command';
import type { ProcessVariables, SettingDeclarations } from '../config/setting.ts';
import {
    EDGE_SETTINGS,
    OFFLINE_SETTINGS,
    readEdgeConfig,
    readOfflineConfig,
    type ServingConfig,
} from '../edge/config/edge-config.ts';
import { UNUSED_SETTINGS } from '../edge/config/unused-settings.ts';
import { stopOnSignal } from './serve.ts';

type OptionValues = Record<string, unknown>;

/** The shutdown waits for forwarding the reports and for the backup, each with a time limit. */
const SHUTDOWN_STEPS = 3;

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

export const edgeOptions = () => ({ ...optionsOf(EDGE_SETTINGS, EDGE_SHORT), ...unusedOptions() });
export const offlineOptions = () => ({
    ...optionsOf(OFFLINE_SETTINGS, OFFLINE_SHORT),
    ...unusedOptions(),
    tokens: {
        placeholder: 'tokens',
        isList: true,
        short: 't',
        description: 'Alias of --client-tokens',
    } satisfies CliOption<string[]>,
});

export async function edge(options: OptionValues, { environment, version, output }: CliContext): Promise<void> {
    const config = readEdgeConfig({ ...environment, ...variablesOf(options) });
    const { startEdge } = await import('../edge/edge-app.ts');
    const running = await startEdge(config, { version });
    stopOnSignal(running, timesOf(config));
    output.write('out', `\n  Halyard ${version} runs at ${urlsOf(running)}, an edge of ${config.upstreamUrl}\n\n`);
}

export async function offline(options: OptionValues, { environment, version, output }: CliContext): Promise<void> {
    const config = readOfflineConfig({ ...environment, ...variablesOf(options) });
    const { startOffline } = await import('../edge/offline.ts');
    const running = await startOffline(config, { version });
    stopOnSignal(running, timesOf(config));
    output.write('out', `\n  Halyard ${version} runs at ${urlsOf(running)}, from ${config.bootstrapFile}\n\n`);
}

const timesOf = ({ drainSeconds, shutdownMs }: ServingConfig) => ({
    drainSeconds,
    closeMs: SHUTDOWN_STEPS * shutdownMs + 10_000,
});

const urlsOf = ({ url, tlsUrl }: { url: string; tlsUrl?: string | undefined }) =>
    tlsUrl ? `${url} and at ${tlsUrl}` : url;

/** Every setting has an option of the same name: UPSTREAM_URL is --upstream-url. */
function optionsOf(
    settings: SettingDeclarations,
    short: Record<string, string>,
    describe = ({ help, fallback, names: [name] }: SettingDeclarations[string]) =>
        fallback === true ? `${help}. On by default; ${name}=false turns it off` : `${help} (${name})`,
): Record<string, CliOption<unknown>> {
    return Object.fromEntries(
        Object.values(settings).map((setting) => {
            const { names, fallback } = setting;
            const [name] = names;
            return [
                name.toLowerCase().replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
                {
                    description: describe(setting),
                    ...(short[name] && { short: short[name] }),
                    ...(typeof fallback === 'boolean'
                        ? { fallback: false }
                        : { placeholder: Array.isArray(fallback) ? 'list' : 'value', isList: Array.isArray(fallback) }),
                },
            ];
        }),
    );
}

/** Accepted without effect, so that start scripts of Unleash Edge keep working. */
const unusedOptions = () => optionsOf(UNUSED_SETTINGS, SHORT, ({ help }) => `Not used: ${help}`);

/** Converts options to environment variables, which override those of the environment. */
function variablesOf(options: OptionValues): ProcessVariables {
    const entries = Object.entries(options).filter(
        ([key, value]) => key !== 'json' && value !== false && value !== undefined,
    );
    return Object.fromEntries(
        entries.map(([key, value]) => [
            `HALYARD_${key
                .replace(/[A-Z]/g, (letter) => `_${letter}`)
                .toUpperCase()
                .replace(/^UNLEASH_/, '')}`,
            Array.isArray(value) ? value.join(',') : String(value),
        ]),
    );
}
