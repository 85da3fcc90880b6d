/**
 * Generates documents of other products, imports them, and compares the results of their own evaluators with those of the engine. Exits
 * with status 2 if a flag with a promised equal result differs.
 * `npm run bench -- judges [pairs] [seed] [product]`
 */
import fc from 'fast-check';
import { compareWithJudge, type JudgeDifference } from '../packages/server/src/cli/judges/judge.ts';
import { JUDGED_PRODUCTS, type JudgedProduct } from '../packages/server/test/judges/judges.ts';

const [pairs = '10000', seed = '14', product = ''] = process.argv.slice(2);
const CONTEXTS = 20;

type Finding = JudgeDifference & { document: unknown };

async function prove({ judge, source, documents: generated }: JudgedProduct): Promise<Finding | undefined> {
    const began = performance.now();
    const verdicts = new Map<string, number>();
    let comparedCount = 0;
    let documents = 0;
    let difference: Finding | undefined;
    for (let round = 0; comparedCount < Number(pairs) && difference === undefined; round++) {
        for (const document of fc.sample(generated, { numRuns: 50, seed: Number(seed) + round })) {
            documents++;
            const options = { contexts: CONTEXTS, seed: Number(seed) + documents };
            const findings = await compareWithJudge(judge, { source, document }, options);
            for (const [verdict, count] of Object.entries(findings.compared)) {
                verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + count);
            }
            comparedCount += Object.values(findings.compared).reduce((sum, count) => sum + count, 0);
            if (findings.differences[0]) difference ??= { ...findings.differences[0], document };
            if (difference !== undefined || comparedCount >= Number(pairs)) break;
        }
    }
    const counts = [...verdicts].map(([verdict, count]) => `${verdict} ${count}`).join(', ');
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(
        `${judge.name}: ${comparedCount} answers compared, of ${documents} documents, in ${seconds} s (${counts})`,
    );
    return difference;
}

for (const judged of JUDGED_PRODUCTS) {
    if (!judged.judge.name.includes(product)) continue;
    const difference = await prove(judged);
    if (difference === undefined) continue;
    console.log(`  DIFFERS: ${JSON.stringify(difference, null, 2)}`);
    process.exitCode = 2;
}
// Evaluators keep timers running.
process.exit();
