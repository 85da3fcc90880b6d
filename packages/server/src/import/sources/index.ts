import type { SourceName } from '../source-names.ts';
import { flagsmith } from './flagsmith/flagsmith.ts';
import { growthbook } from './growthbook/growthbook.ts';
import { launchdarkly } from './launchdarkly/launchdarkly.ts';
import type { Source } from './source.ts';

/** Every product whose documents can be brought along. */
export const SOURCES: Readonly<Record<SourceName, Source>> = { launchdarkly, flagsmith, growthbook };
