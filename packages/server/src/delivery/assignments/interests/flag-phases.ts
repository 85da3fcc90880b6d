import { type Explanation, explain } from '@halyard/engine';
import type { ArmKind } from '../../../core/assignments/interest-content.ts';
import { definitionOf, OFF, ON } from '../assign.ts';
import type { FlagVersion } from './assignment-interests.ts';

/** A time in which a flag had one definition. */
export interface FlagPhase {
    /** Milliseconds since 1970. */
    since: number;
    /** Identifies the definition, as in strata of assignments; null: the flag was off, so units met no arm. */
    definition: string | null;
    arms: string[];
    /** The share of the units that each arm gets; empty: it depends on the context, so it is unknown. */
    shares: Readonly<Record<string, number>>;
}

/** The phases of a flag, oldest first. Units that were enrolled in different definitions are not compared. */
export function phasesOf(versions: readonly FlagVersion[], flag: string, kind: ArmKind): FlagPhase[] {
    const phases: FlagPhase[] = [];
    for (const { since, flags } of versions) {
        const compiled = flags.find(flag);
        const explanation = compiled && explain(flags, flag, {});
        const isOn = explanation?.switchedOn === true;
        const definition = isOn ? definitionOf(compiled!, explanation) : null;
        if (phases.length > 0 && phases.at(-1)!.definition === definition) continue;
        phases.push({ since, definition, ...(isOn ? splitOf(explanation, kind) : { arms: [], shares: {} }) });
    }
    return phases;
}

function splitOf(explanation: Explanation, kind: ArmKind): Pick<FlagPhase, 'arms' | 'shares'> {
    const enabled = explanation.strategies.filter(({ disabled }) => !disabled);
    if (kind === 'on-off') {
        const [only, ...others] = enabled;
        // Units that a constraint leaves out are reported as "disabled", too.
        const isKnown =
            only?.rollout && others.length === 0 && only.constraints.length === 0 && only.segments.length === 0;
        const on = isKnown ? only.rollout!.threshold / 100 : 0;
        return { arms: [ON, OFF], shares: isKnown ? { [ON]: on, [OFF]: 1 - on } : {} };
    }
    const lists = enabled.map(({ variants }) => (variants.length > 0 ? variants : explanation.variants));
    const splits = (lists.length > 0 ? lists : [explanation.variants]).map((variants) => {
        const total = variants.reduce((sum, { weight }) => sum + weight, 0);
        return Object.fromEntries(
            variants.filter(({ weight }) => weight > 0).map(({ name, weight }) => [name, weight / total]),
        );
    });
    const isSame = new Set(splits.map((split) => JSON.stringify(Object.entries(split).sort()))).size === 1;
    return { arms: [...new Set(splits.flatMap(Object.keys))], shares: isSame ? splits[0]! : {} };
}
