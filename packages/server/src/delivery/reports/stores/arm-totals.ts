import { sql } from 'kysely';
import { chunked } from '../../../storage/chunked.ts';
import type { Tx } from '../../../storage/database.ts';
import type { AssignmentStatus } from '../../../storage/tables/assignments.ts';
import type { UnitValues } from './stored-units.ts';

interface ArmAddress {
    stratum: string;
    arm: string;
}

/** Changes of the numbers of units. */
export class UnitCounts {
    readonly #changes = new Map<string, ArmAddress & { status: AssignmentStatus; units: number }>();

    add(
        { status, stratum, arm }: { status: AssignmentStatus; stratum: string | null; arm: string | null },
        units: number,
    ) {
        const address = { status, stratum: stratum ?? '', arm: arm ?? '' };
        const key = JSON.stringify(address);
        const known = this.#changes.get(key);
        if (known) known.units += units;
        else this.#changes.set(key, { ...address, units });
    }

    async store(tx: Tx, interest: string): Promise<void> {
        const changed = [...this.#changes.values()].filter(({ units }) => units !== 0);
        for (const part of chunked(changed)) {
            await tx
                .insertInto('assignment_counts')
                .values(part.map((change) => ({ interest, ...change })))
                .onConflict((conflict) =>
                    conflict.columns(['interest', 'status', 'stratum', 'arm']).doUpdateSet({
                        units: sql<number>`assignment_counts.units + excluded.units`,
                    }),
                )
                .execute();
        }
    }
}

const SUMS = [
    'sum',
    'sum_squares',
    'den_sum',
    'den_sum_squares',
    'den_cross_sum',
    'pre_sum',
    'pre_sum_squares',
    'pre_cross_sum',
] as const;
export type Sums = Record<(typeof SUMS)[number], number>;

/** Changes of the sums over the units of each arm. */
export class ArmTotals {
    readonly #changes = new Map<string, ArmAddress & { metric: string; sums: Sums }>();

    /** Replaces the values of a unit; undefined: none. */
    change(metric: string, address: ArmAddress, before: UnitValues | undefined, after: UnitValues | undefined): void {
        const key = JSON.stringify([metric, address.stratum, address.arm]);
        const { sums } = this.#changes.get(key) ?? { sums: sumsOf(undefined) };
        const [less, more] = [sumsOf(before), sumsOf(after)];
        for (const name of SUMS) sums[name] += more[name] - less[name];
        this.#changes.set(key, { metric, ...address, sums });
    }

    /** The changes of a metric over all arms. */
    of(metric: string): Sums {
        const total = sumsOf(undefined);
        for (const change of this.#changes.values()) {
            if (change.metric !== metric) continue;
            for (const name of SUMS) total[name] += change.sums[name];
        }
        return total;
    }

    async store(tx: Tx, interest: string): Promise<void> {
        const changed = [...this.#changes.values()];
        for (const part of chunked(changed)) {
            await tx
                .insertInto('assignment_totals')
                .values(part.map(({ metric, stratum, arm, sums }) => ({ interest, metric, stratum, arm, ...sums })))
                .onConflict((conflict) =>
                    conflict
                        .columns(['interest', 'metric', 'stratum', 'arm'])
                        .doUpdateSet(
                            Object.fromEntries(
                                SUMS.map((name) => [
                                    name,
                                    sql<number>`${sql.ref(`assignment_totals.${name}`)} + ${sql.ref(`excluded.${name}`)}`,
                                ]),
                            ),
                        ),
                )
                .execute();
        }
    }
}

export function sumsOf({ value, denominator, preValue }: UnitValues = NOTHING): Sums {
    return {
        sum: value,
        sum_squares: value ** 2,
        den_sum: denominator,
        den_sum_squares: denominator ** 2,
        den_cross_sum: value * denominator,
        pre_sum: preValue,
        pre_sum_squares: preValue ** 2,
        pre_cross_sum: value * preValue,
    };
}

const NOTHING: UnitValues = { outcomes: 0, value: 0, denominator: 0, preValue: 0 };
