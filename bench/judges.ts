/**
 * Generates documents of other products, imports them, and compares the results of their own evaluators with those of the engine. Exits
 * with status 2 if a flag with a promised equal result differs.
 * `npm run bench -- judges [pairs] [seed] [product]`
 */
import fc from 'fast-check';
import { compareWith, type Difference, type Judge } from '../packages/server/test/judges/judge.ts';
import { JUDGES } from '../packages/server/test/judges/judges.ts';

const [pairs = '10000', seed = '14', product = ''] = process.argv.slice(2);
const CONTEXTS = 20;

async function prove(judge: Judge): Promise<Difference | undefined> {
    const began = performance.now();
    const verdicts = new Map<string, number>();
    let promised = 0;
    let documents = 0;
    let difference: Difference | undefined;
    for (let round = 0; promised < Number(pairs) && difference === undefined; round++) {
        for (const document of fc.sample(judge.documents, { numRuns: 50, seed: Number(seed) + round })) {
            documents++;
            const findings = await compareWith(judge, document, { contexts: CONTEXTS, seed: Number(seed) + documents });
            for (const [verdict, count] of Object.entries(findings.compared)) {
                verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + count);
            }
            promised += Object.values(findings.compared).reduce((sum, count) => sum + count, 0);
            difference ??= findings.differences[0];
            if (difference !== undefined || promised >= Number(pairs)) break;
        }
    }
    const counts = [...verdicts].map(([verdict, count]) => `${verdict} ${count}`).join(', ');
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(`${judge.name}: ${promised} answers compared, of ${documents} documents, in ${seconds} s (${counts})`);
    return difference;
}

for (const judge of JUDGES) {
    if (!judge.name.includes(product)) continue;
    const difference = await prove(judge);
    if (difference === undefined) continue;
    console.log(`  DIFFERS: ${JSON.stringify(difference, null, 2)}`);
    process.exitCode = 2;
}
// Evaluators keep timers running.
process.exit();
