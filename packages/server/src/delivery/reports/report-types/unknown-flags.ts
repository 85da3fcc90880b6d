import { appEnvironmentKey, MergedEntries } from '../merged-entries.ts';
import { areTexts, type ReportEntry, type ReportType } from '../report-type.ts';

/** A flag that an application evaluates and that does not exist. */
export interface UnknownFlag extends ReportEntry {
    name: string;
}

export const unknownFlagKey = (flag: UnknownFlag) => `${flag.name}\n${appEnvironmentKey(flag)}`;

/** Recorded by `usage.ts`: SDKs report it as usage. */
export const UNKNOWN_FLAGS: ReportType<UnknownFlag> = {
    createBuffer: (buffers) =>
        new MergedEntries(buffers, { keyOf: unknownFlagKey, bound: 'unknownFlags', merge: (_, newer) => newer }),
    bulk: {
        member: 'metrics',
        // Upstream does not know them either, and lists them as unknown.
        toItem: ({ name, app: appName, environment }) => ({
            ...{ featureName: name, appName, environment, yes: 0, no: 1, variants: {} },
        }),
    },
    read: ({ name }) => (areTexts(name) ? { name: name as string } : undefined),
};
