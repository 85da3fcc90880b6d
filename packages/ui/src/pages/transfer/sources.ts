import type { Schemas } from '../../api/types.ts';

export type ForeignSource = Schemas['foreignDocument']['source'];

interface SourceDescription {
    label: string;
    /** Describes the file to upload. */
    file: string;
}

/** The supported source products in display order. */
export const FOREIGN_SOURCES: Readonly<Record<ForeignSource, SourceDescription>> = {
    launchdarkly: {
        label: 'LaunchDarkly',
        file: 'The response of /sdk/latest-all for an SDK key, or the flags of the REST API with summary=0 and env.',
    },
    flagsmith: {
        label: 'Flagsmith',
        file: 'The environment document: the response of /api/v1/environment-document/ for a server-side key.',
    },
    growthbook: {
        label: 'GrowthBook',
        file: 'The response of /api/features/<key> for an SDK connection without encryption.',
    },
    flipt: {
        label: 'Flipt',
        file: 'The features.yaml of a namespace, or the output of flipt export.',
    },
    configcat: { label: 'ConfigCat', file: 'The config JSON, version 6.' },
    flagd: { label: 'flagd', file: 'The flag definitions, JSON or YAML.' },
    gofeatureflag: { label: 'GO Feature Flag', file: 'The file of flags, YAML or JSON.' },
    microsoft: {
        label: 'Microsoft feature management',
        file: 'Feature flags of schema 2.0, as Azure App Configuration exports them.',
    },
};

export const isForeignSource = (name: string | undefined): name is ForeignSource =>
    name !== undefined && Object.hasOwn(FOREIGN_SOURCES, name);
