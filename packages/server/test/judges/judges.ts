import type fc from 'fast-check';
import type { Judge } from '../../src/cli/judges/judge.ts';
import { JUDGES } from '../../src/cli/judges/judges.ts';
import type { SourceName } from '../../src/import/source-names.ts';
import { SOURCES } from '../../src/import/sources/index.ts';
import type { ImportSource } from '../../src/import/sources/source.ts';
import { configcatDocuments } from './configcat.ts';
import { flagdDocuments } from './flagd.ts';
import { flagsmithDocuments } from './flagsmith.ts';
import { fliptDocuments } from './flipt.ts';
import { gofeatureflagDocuments, gofeatureflagJudge } from './gofeatureflag.ts';
import { growthbookDocuments } from './growthbook.ts';
import { launchdarklyDocuments } from './launchdarkly.ts';
import { microsoftDocuments } from './microsoft.ts';

/** A product with its own evaluator and valid documents. */
export interface JudgedProduct {
    readonly source: ImportSource;
    readonly judge: Judge;
    readonly documents: fc.Arbitrary<unknown>;
}

const DOCUMENTS: Record<SourceName, fc.Arbitrary<unknown>> = {
    launchdarkly: launchdarklyDocuments,
    flagsmith: flagsmithDocuments,
    growthbook: growthbookDocuments,
    flipt: fliptDocuments,
    configcat: configcatDocuments,
    flagd: flagdDocuments,
    gofeatureflag: gofeatureflagDocuments,
    microsoft: microsoftDocuments,
};

/** The evaluator of GO Feature Flag receives only its own documents. */
const ALL_JUDGES: Record<SourceName, Judge> = { ...JUDGES, gofeatureflag: gofeatureflagJudge as Judge<never> as Judge };

export const JUDGED_PRODUCTS: readonly JudgedProduct[] = (Object.keys(DOCUMENTS) as SourceName[]).map((name) => ({
    source: SOURCES[name],
    judge: ALL_JUDGES[name],
    documents: DOCUMENTS[name],
}));
