/** The products whose documents can be brought along; apart from how, so that whoever only lists them loads nothing else. */
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
