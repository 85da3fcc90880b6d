import { expect, test } from 'vitest';
import { HONEST_DOCUMENTS } from '../../test/support/honest-documents.ts';
import { DEFAULT_RESOURCE_LIMITS } from '../core/settings/resource-limits.ts';
import { runAtOnce } from './import-steps.ts';
import { openDocument } from './reading.ts';
import type { SourceName } from './source-names.ts';
import { SOURCES } from './sources/index.ts';
import { translate } from './translate.ts';

const LARGE = 5_000;
const SAMPLE = 200;
const CONTEXTS_PER_FLAG = 20;
/** Verification ends after 20,000 contexts: the share of the flags of a large document that are verified. */
const VERIFIED = 20_000 / (LARGE * CONTEXTS_PER_FLAG);

function translated(source: SourceName, document: unknown, percentages: 'share' | 'people') {
    const root = runAtOnce(openDocument(document));
    const { flags, report } = runAtOnce(
        translate(SOURCES[source], root, {
            environments: { '*': 'development' },
            percentages,
            limits: DEFAULT_RESOURCE_LIMITS,
            segments: [],
            isName: () => true,
        }),
    );
    return { flags, report, steps: root.budget.spent / SAMPLE };
}

test.each(Object.entries(HONEST_DOCUMENTS) as [SourceName, (flags: number) => unknown][])(
    'a document of %s is imported, with a share of the budget per flag that allows 5,000 flags',
    (source, documentOf) => {
        const { limit } = runAtOnce(openDocument(documentOf(LARGE))).budget;

        // Percentages of other users are not verified.
        const unverified = translated(source, documentOf(SAMPLE), 'share');
        const { flags, report, steps } = translated(source, documentOf(SAMPLE), 'people');

        expect(flags).toHaveLength(SAMPLE);
        expect(report.leftOut).toEqual([]);
        // A tenth of the LaunchDarkly flags require a flag with a percentage, and have one themselves: a strategy has only one.
        expect(report.counts.lost).toBeLessThanOrEqual(SAMPLE / 10);
        expect(report.proof.differences).toEqual([]);
        expect(report.proof.compared).toBeGreaterThanOrEqual((SAMPLE - report.counts.lost) * CONTEXTS_PER_FLAG);
        expect(unverified.steps + (steps - unverified.steps) * VERIFIED).toBeLessThan(limit / LARGE);
    },
);
