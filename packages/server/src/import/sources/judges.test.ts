import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JUDGED_PRODUCTS, type JudgedProduct } from '../../../test/judges/judges.ts';
import { compareWithJudge, type JudgeDifference } from '../../cli/judges/judge.ts';
import { everyone, type ImportCondition } from '../model/condition.ts';
import type { ImportRule, ImportSplitPart } from '../model/flag.ts';
import type { ImportSource } from './source.ts';

/** `npm run bench -- judges` evaluates ten thousand contexts per product. */
const DOCUMENTS = 30;
const CONTEXTS = 12;

/** Returns the first difference of a document, if there is one. */
async function differenceFrom({
    judge,
    source,
    documents,
}: JudgedProduct): Promise<{ difference?: JudgeDifference & { document: unknown }; promised: number }> {
    let promised = 0;
    let difference: (JudgeDifference & { document: unknown }) | undefined;
    const property = fc.asyncProperty(documents, fc.nat(), async (document, seed) => {
        const options = { contexts: CONTEXTS, seed };
        const { differences, compared } = await compareWithJudge(judge, { source, document }, options);
        const { lost: _, ...equal } = compared;
        promised += Object.values(equal).reduce((sum, count) => sum + count, 0);
        if (differences[0]) difference = { ...differences[0], document };
        return differences.length === 0;
    });
    const { failed } = await fc.check(property, { numRuns: DOCUMENTS });
    return { promised, ...(failed && difference && { difference }) };
}

/** Typical mistakes of readers, injected into the result. */
const MISTAKES: Record<string, (rule: ImportRule) => ImportRule> = {
    'a negation that holds for what is missing': (rule) => ({ ...rule, when: withoutPresence(rule.when) }),
    'a bound that is elsewhere': ({ serves, ...rule }) => ({
        ...rule,
        serves:
            'outcome' in serves ? serves : { split: { ...serves.split, parts: serves.split.parts.map(movedBounds) } },
    }),
    'a share that goes to the next rule': ({ serves, ...rule }) => ({
        ...rule,
        serves: 'outcome' in serves ? serves : { split: { ...serves.split, parts: serves.split.parts.slice(0, 1) } },
    }),
};

function withoutPresence(condition: ImportCondition): ImportCondition {
    switch (condition.is) {
        case 'all':
        case 'any':
            return { ...condition, of: condition.of.map(withoutPresence) };
        case 'not':
        case 'segment':
            return { ...condition, of: withoutPresence(condition.of) } as ImportCondition;
        case 'test':
            return condition.textTest.op === 'present' ? everyone : condition;
        default:
            return condition;
    }
}

const movedBounds = (part: ImportSplitPart): ImportSplitPart => ({
    ...part,
    ranges: part.ranges.map(({ from, to, inclusive }) => ({
        from: from === 0 ? 0 : from + 0.05,
        to,
        inclusive: !inclusive,
    })),
});

const changed = (source: ImportSource, change: (rules: readonly ImportRule[]) => ImportRule[]): ImportSource => ({
    ...source,
    *read(document) {
        const project = yield* source.read(document);
        const flags = project.flags.map((flag) => ({
            ...flag,
            states: new Map([...flag.states].map(([name, state]) => [name, { ...state, rules: change(state.rules) }])),
        }));
        return { ...project, flags };
    },
});

describe('the evaluator of the product detects a mistake in reading:', () => {
    const [launchdarkly] = JUDGED_PRODUCTS;

    test.each(Object.entries(MISTAKES))('%s', async (_, mistake) => {
        const source = changed(launchdarkly!.source, (rules) => rules.map(mistake));

        expect((await differenceFrom({ ...launchdarkly!, source })).difference).toBeDefined();
    });

    test('another order', async () => {
        const source = changed(launchdarkly!.source, (rules) => [...rules].reverse());

        expect((await differenceFrom({ ...launchdarkly!, source })).difference).toBeDefined();
    });
});

describe.each(JUDGED_PRODUCTS)('an import from $source.product', (product) => {
    test('evaluates like the evaluator of the product wherever the verdict promises it, and lost parts exclude users only', async () => {
        const { difference, promised } = await differenceFrom(product);

        expect(difference).toBeUndefined();
        expect(promised).toBeGreaterThan(100);
    });
});
