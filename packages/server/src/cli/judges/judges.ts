import type { SourceName } from '../../import/source-names.ts';
import { configcatJudge } from './configcat.ts';
import { flagdJudge } from './flagd.ts';
import { flagsmithJudge } from './flagsmith.ts';
import { fliptJudge } from './flipt.ts';
import { growthbookJudge } from './growthbook.ts';
import type { Judge } from './judge.ts';
import { launchdarklyJudge } from './launchdarkly.ts';
import { microsoftJudge } from './microsoft.ts';

/** The evaluators of all products that have one for Node.js. The one of GO Feature Flag is written in Go. */
export const JUDGES = {
    launchdarkly: launchdarklyJudge,
    flagsmith: flagsmithJudge,
    growthbook: growthbookJudge,
    flipt: fliptJudge,
    configcat: configcatJudge,
    flagd: flagdJudge,
    microsoft: microsoftJudge,
} satisfies Partial<Record<SourceName, Judge>>;
