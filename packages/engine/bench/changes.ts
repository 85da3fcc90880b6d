import { compileFlags, type FlagSet, updateFlags } from '../src/index.ts';
import { mixed, wireFormat } from './scenario.ts';

const CHANGES = 500;

/** Microseconds of CPU time for changing one flag, in sets of different sizes in turn. */
export function measureChanges(sizes: readonly number[], rounds: number): Map<number, number[]> {
    const sets = new Map(sizes.map((size) => [size, setOf(size)]));
    const times = new Map(sizes.map((size) => [size, [] as number[]]));
    for (let round = -2; round < rounds; round++) {
        for (const [size, set] of sets) {
            const started = process.cpuUsage();
            sets.set(size, change(set));
            const { user, system } = process.cpuUsage(started);
            // The first rounds are for the compiler.
            if (round >= 0) times.get(size)!.push((user + system) / CHANGES);
        }
    }
    return times;
}

function setOf(size: number): FlagSet {
    const features = Array.from({ length: size }, (_, i) => ({
        ...wireFormat(mixed[i % mixed.length]!),
        name: `team-${i % 20}.feature-${i}`,
    }));
    return compileFlags({ features }, { now: Date.now, random: Math.random });
}

/** Switches the first hundred flags, of all kinds, off and on. */
function change(set: FlagSet): FlagSet {
    let changed = set;
    for (let i = 0; i < CHANGES; i++) {
        const definition = wireFormat(mixed[i % 100]!);
        changed = updateFlags(changed, { features: [{ ...definition, enabled: Math.floor(i / 100) % 2 === 0 }] });
    }
    return changed;
}
