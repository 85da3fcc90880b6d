import { appEnvironmentKey, MergedEntries } from '../merged-entries.ts';
import { areTexts, type ReportType } from '../report-type.ts';
import type { UnknownFlag } from '../stores/unknown-flag-store.ts';

/** Unknown flags that an application evaluates in one environment. */
const MAX_UNKNOWN_FLAGS = { client: 1_000, frontend: 20 };

const unknownFlagKey = (flag: UnknownFlag) => `${flag.name}\n${appEnvironmentKey(flag)}`;

/** Recorded by `usage.ts`: SDKs report it as usage. */
export const UNKNOWN_FLAGS: ReportType<UnknownFlag> = {
    createBuffer: (buffers) =>
        new MergedEntries(buffers, { keyOf: unknownFlagKey, limits: MAX_UNKNOWN_FLAGS, merge: (_, newer) => newer }),
    bulk: {
        member: 'metrics',
        // Upstream does not know them either, and lists them as unknown.
        toItem: ({ name, app: appName, environment }) => ({
            ...{ featureName: name, appName, environment, yes: 0, no: 1, variants: {} },
        }),
    },
    read: ({ name }) => (areTexts(name) ? { name: name as string } : undefined),
    async loadStore() {
        const { unknownFlagStore } = await import('../stores/unknown-flag-store.ts');
        return unknownFlagStore({ keyOf: unknownFlagKey, limits: MAX_UNKNOWN_FLAGS });
    },
};
