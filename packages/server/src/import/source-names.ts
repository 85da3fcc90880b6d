/** The names of the supported products, in a separate module so that listing them loads no reader. */
export const SOURCE_NAMES = [
    'launchdarkly',
    'flagsmith',
    'growthbook',
    'flipt',
    'configcat',
    'flagd',
    'gofeatureflag',
    'microsoft',
] as const;

export type SourceName = (typeof SOURCE_NAMES)[number];
