import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareWith, type Difference, type Judge } from '../../../test/judges/judge.ts';
import { JUDGES } from '../../../test/judges/judges.ts';

/** `npm run bench -- judges` asks about ten thousand contexts of each. */
const DOCUMENTS = 30;
const CONTEXTS = 12;

/** The first difference that a document shows, if any does. */
async function differenceFrom<D>(judge: Judge<D>): Promise<{ difference?: Difference; promised: number }> {
    let promised = 0;
    let difference: Difference | undefined;
    const property = fc.asyncProperty(judge.documents, fc.nat(), async (document, seed) => {
        const { differences, compared } = await compareWith(judge, document, { contexts: CONTEXTS, seed });
        promised += Object.values(compared).reduce((sum, count) => sum + count, 0);
        difference = differences[0] ?? difference;
        return differences.length === 0;
    });
    const { failed } = await fc.check(property, { numRuns: DOCUMENTS });
    return { promised, ...(failed && difference && { difference }) };
}

describe.each(JUDGES)('what comes from $source.product', (judge) => {
    test('is what its own evaluator says, wherever that is promised', async () => {
        const { difference, promised } = await differenceFrom(judge);

        expect(difference).toBeUndefined();
        expect(promised).toBeGreaterThan(100);
    });
});
