import type { SourceName } from '../source-names.ts';
import { configcat } from './configcat/configcat.ts';
import { flagd } from './flagd/flagd.ts';
import { flagsmith } from './flagsmith/flagsmith.ts';
import { flipt } from './flipt/flipt.ts';
import { gofeatureflag } from './gofeatureflag/gofeatureflag.ts';
import { growthbook } from './growthbook/growthbook.ts';
import { launchdarkly } from './launchdarkly/launchdarkly.ts';
import { microsoft } from './microsoft/microsoft.ts';
import type { ImportSource } from './source.ts';

/** All products whose documents can be imported. */
export const SOURCES: Readonly<Record<SourceName, ImportSource>> = {
    launchdarkly,
    flagsmith,
    growthbook,
    flipt,
    configcat,
    flagd,
    gofeatureflag,
    microsoft,
};
