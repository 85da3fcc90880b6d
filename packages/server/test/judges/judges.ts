import { configcatJudge } from './configcat.ts';
import { flagdJudge } from './flagd.ts';
import { flagsmithJudge } from './flagsmith.ts';
import { fliptJudge } from './flipt.ts';
import { gofeatureflagJudge } from './gofeatureflag.ts';
import { growthbookJudge } from './growthbook.ts';
import type { Judge } from './judge.ts';
import { launchdarklyJudge } from './launchdarkly.ts';
import { microsoftJudge } from './microsoft.ts';

/** All products whose own evaluator runs here. A judge receives only documents of its own product. */
export const JUDGES: readonly Judge[] = [
    launchdarklyJudge as Judge<never> as Judge,
    flagsmithJudge,
    growthbookJudge,
    fliptJudge as Judge<never> as Judge,
    flagdJudge,
    configcatJudge,
    gofeatureflagJudge as Judge<never> as Judge,
    microsoftJudge,
];
