import type { Tool } from '../tool.ts';
import { changeFlag } from './change-flag.ts';
import { cleanUp } from './clean-up.ts';
import { createFlag } from './create-flag.ts';
import { describeAction } from './describe-action.ts';
import { explainFlag } from './explain-flag.ts';
import { findFlags } from './find-flags.ts';
import { findUnused } from './find-unused.ts';
import { getFlag } from './get-flag.ts';
import { proposeChange } from './propose-change.ts';
import { readExperiment } from './read-experiment.ts';
import { readMetric } from './read-metric.ts';
import { readReleases, rehearseRelease } from './read-releases.ts';
import { whatIf } from './what-if.ts';

/** Returns the tools in a stable order: read-only tools first. Their inputs name the registered actions. */
export const allTools = (): readonly Tool[] => [
    findFlags,
    getFlag,
    explainFlag,
    findUnused,
    readMetric,
    readExperiment,
    readReleases,
    rehearseRelease,
    whatIf(),
    describeAction(),
    createFlag,
    proposeChange(),
    cleanUp,
    changeFlag,
];
