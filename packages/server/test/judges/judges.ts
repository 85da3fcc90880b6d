import { configcatJudge } from './configcat.ts';
import { flagdJudge } from './flagd.ts';
import { flagsmithJudge } from './flagsmith.ts';
import { growthbookJudge } from './growthbook.ts';
import type { Judge } from './judge.ts';
import { launchdarklyJudge } from './launchdarkly.ts';
import { microsoftJudge } from './microsoft.ts';

/** Every product whose own evaluator runs here. A judge is only ever given documents of its own. */
export const JUDGES: readonly Judge[] = [
    launchdarklyJudge as Judge<never> as Judge,
    flagsmithJudge,
    growthbookJudge,
    flagdJudge,
    configcatJudge,
    microsoftJudge,
];
