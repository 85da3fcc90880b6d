import { flagd } from '../../packages/engine/bench/engines/flagd.ts';
import { growthbook } from '../../packages/engine/bench/engines/growthbook.ts';
import { halyard } from '../../packages/engine/bench/engines/halyard.ts';
import { launchdarkly } from '../../packages/engine/bench/engines/launchdarkly.ts';
import { unleash } from '../../packages/engine/bench/engines/unleash.ts';
import { countOn, measureRates, median } from '../../packages/engine/bench/rates.ts';
import { users } from '../../packages/engine/bench/scenario.ts';
import { configcat } from './evaluators/configcat.ts';
import { featurevisor } from './evaluators/featurevisor.ts';
import { flagsmith } from './evaluators/flagsmith.ts';
import type { Options } from './options.ts';
import type { EvaluatorResult } from './results.ts';

/** The evaluators of other products, in this process: each gets the same flags in its own format. */
export async function measureEvaluators(
    { rounds, roundMs }: Pick<Options, 'rounds' | 'roundMs'>,
    say: (message: string) => void,
): Promise<EvaluatorResult[]> {
    const engines = [
        halyard,
        unleash,
        flagd,
        growthbook,
        launchdarkly,
        await flagsmith(),
        await featurevisor(),
        await configcat(),
    ];
    say(`evaluators: ${engines.map(({ name }) => name).join(', ')}`);
    for (const [row, counts] of await countOn(engines)) say(`${row}: on for ${counts.join(', ')} of ${users.length}`);
    const rates = await measureRates(engines, { rounds, milliseconds: roundMs / 4 });
    return engines.map(({ name }) => ({
        name,
        perSecond: Object.fromEntries([...rates].map(([row, ofRow]) => [row, median(ofRow.get(name)!)])),
    }));
}
