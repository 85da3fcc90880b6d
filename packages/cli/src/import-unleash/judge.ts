import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SdkContext } from './contexts.ts';
import type { UnleashPayload } from './payload.ts';

/** The part of the Node SDK that is asked. */
interface Sdk {
    Unleash: new (
        options: Record<string, unknown>,
    ) => {
        getVariant(name: string, context: Record<string, unknown>): JudgeVerdict;
        isEnabled(name: string, context: Record<string, unknown>): boolean;
        destroy(): void;
        on(event: 'error' | 'warn', heard: () => void): void;
        start(): Promise<void>;
    };
}

export interface JudgeVerdict {
    name: string;
    enabled: boolean;
    feature_enabled?: boolean;
    payload?: { type: string; value: string };
}

export interface Judge {
    name: string;
    /** Answers for one payload as an application would hear it. */
    of(payload: UnleashPayload): Promise<{ ask(flag: string, context: SdkContext): JudgeVerdict; end(): void }>;
}

/** The SDK of those who are to move; it is theirs, so it is looked for where they are, and not brought along. */
export async function findJudge(folder: string): Promise<Judge | undefined> {
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

const judgeOf = ({ Unleash }: Sdk, version: string): Judge => ({
    name: `unleash-client ${version}`,
    async of(payload) {
        const unleash = new Unleash({
            appName: 'halyard-proof',
            url: 'http://localhost/never-asked',
            repository: new PayloadRepository(payload),
            disableMetrics: true,
            skipInstanceCountWarning: true,
        });
        // Custom strategies are unknown here as in any application that does not bring them.
        for (const event of ['error', 'warn'] as const) unleash.on(event, () => undefined);
        return {
            ask: (flag, { currentTime, ...context }) => {
                const asked = { ...context, currentTime: new Date(currentTime) };
                const verdict = unleash.getVariant(flag, asked);
                return { ...verdict, feature_enabled: verdict.feature_enabled ?? unleash.isEnabled(flag, asked) };
            },
            end: () => unleash.destroy(),
        };
    },
});

/** Answers from a payload instead of asking for one. */
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
