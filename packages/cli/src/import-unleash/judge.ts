import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SdkContext } from './contexts.ts';
import type { UnleashPayload } from './payload.ts';

/** The part of the Node SDK that the verification uses. */
interface Sdk {
    Unleash: new (
        options: Record<string, unknown>,
    ) => {
        getVariant(name: string, context: Record<string, unknown>): SdkResult;
        isEnabled(name: string, context: Record<string, unknown>): boolean;
        destroy(): void;
        on(event: 'error' | 'warn', listener: () => void): void;
        start(): Promise<void>;
    };
}

export interface SdkResult {
    name: string;
    enabled: boolean;
    feature_enabled?: boolean;
    payload?: { type: string; value: string };
}

export interface FlagEvaluator {
    name: string;
    /** Loads a payload and evaluates flags as an application with the SDK would. */
    of(payload: UnleashPayload): Promise<{ evaluate(flag: string, context: SdkContext): SdkResult; end(): void }>;
}

/** Looks for the SDK in the user's project first, because its version should decide; the CLI does not ship it. */
export async function findSdk(folder: string): Promise<FlagEvaluator | undefined> {
    const here = createRequire(path.join(folder, 'package.json'));
    const own = createRequire(import.meta.url);
    for (const require of [here, own]) {
        try {
            const file = require.resolve('unleash-client');
            const { version } = require('unleash-client/package.json') as { version: string };
            const loaded = (await import(pathToFileURL(file).href)) as { default?: Sdk } & Sdk;
            return judgeOf(loaded.Unleash ? loaded : loaded.default!, version);
        } catch (error) {
            if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
        }
    }
    return undefined;
}

const judgeOf = ({ Unleash }: Sdk, version: string): FlagEvaluator => ({
    name: `unleash-client ${version}`,
    async of(payload) {
        const unleash = new Unleash({
            appName: 'halyard-proof',
            url: 'http://localhost/never-requested',
            repository: new PayloadRepository(payload),
            disableMetrics: true,
            skipInstanceCountWarning: true,
        });
        // Custom strategies are unknown, as in every application that does not register them; the SDK warns about each of them.
        for (const event of ['error', 'warn'] as const) unleash.on(event, () => undefined);
        return {
            evaluate: (flag, { currentTime, ...context }) => {
                const sdkContext = { ...context, currentTime: new Date(currentTime) };
                const verdict = unleash.getVariant(flag, sdkContext);
                return { ...verdict, feature_enabled: verdict.feature_enabled ?? unleash.isEnabled(flag, sdkContext) };
            },
            end: () => unleash.destroy(),
        };
    },
});

/** Serves a payload to the SDK without any request. */
class PayloadRepository extends EventEmitter {
    readonly #flags: Map<string, unknown>;
    readonly #segments: Map<number, unknown>;

    constructor({ features, segments = [] }: UnleashPayload) {
        super();
        this.#flags = new Map(features.map((flag) => [flag.name, flag]));
        this.#segments = new Map(segments.map((segment) => [segment.id, segment]));
    }

    getToggle(name: string) {
        return this.#flags.get(name);
    }

    getToggles() {
        return [...this.#flags.values()];
    }

    getTogglesWithSegmentData() {
        return this.getToggles();
    }

    getSegment(id: number) {
        return this.#segments.get(id);
    }

    async start() {
        this.emit('ready');
    }

    stop() {
        this.removeAllListeners();
    }
}
