import type { Change } from '../../../changes/change.ts';
import { conflict, invalid } from '../../../core/errors/errors.ts';
import type { Tx } from '../../../storage/database.ts';
import { findFlag } from '../../flags/flags/flag.queries.ts';
import { endInterests, startInterest } from '../../observations/assignments/interest.commands.ts';
import { checkSource } from '../data-sources/check-source.ts';
import { scheduleQuery } from '../data-sources/results/source-result.queries.ts';
import { checkFrom, eventAbout, ownerOf } from './experiment.commands.ts';
import {
    type ExperimentAddress,
    type ExperimentContent,
    findRunning,
    getExperiment,
    type StoredExperiment,
    toExperiment,
} from './experiment.queries.ts';
import type { Experiment } from './experiment.schemas.ts';
import { armsOf, hasVariants, readSplit, requireStickiness, requireVariant } from './experiment-arms.ts';
import { shipVariant } from './ship-variant.ts';

interface StartOptions {
    /** Counts outcomes that the project kept, for a start in the past; false: there are too many. */
    countPast?: ((tx: Tx, interest: string) => Promise<boolean>) | undefined;
}

/** Begins to enrol units. Nothing changes for SDKs. */
export async function startExperiment(
    change: Change,
    { countPast, ...address }: ExperimentAddress & StartOptions,
): Promise<Experiment> {
    const { tx, now } = change;
    const before = await getExperiment(tx, address);
    if (before.state !== 'Draft') throw wrongState(before, 'started', ['Draft']);
    const { project, feature, environment, unit, population, control, enrol, metrics, hypothesis, from, source } =
        before;
    const flag = await findFlag(tx, feature);
    if (flag?.archived_at) throw invalid(`Flag ${feature} is archived. Restore it first.`);
    const split = await readSplit(tx, { feature, environment });
    if (!split) throw invalid(`Flag ${feature} is no longer in environment ${environment}.`);
    requireStickiness(split, unit);
    const arms = armsOf(split, control);
    if (control !== null) requireVariant(arms, control, '/body/control');
    if (arms.filter(({ weight }) => weight > 0).length < 2) {
        throw invalid(
            `Flag ${feature} has no two arms in ${environment}: give it two variants, or a percentage below 100.`,
        );
    }
    const running = await findRunning(tx, { feature, environment });
    if (running !== undefined) {
        throw conflict(`Experiment ${running} runs on ${feature} in ${environment}. Stop it first.`);
    }
    if (from !== null) await checkFrom(change, { project, from, source });
    if (source === null) {
        await startInterest(tx, {
            ...{ id: before.id, owner: ownerOf(before.id), flag: feature, environment, startedAt: from ?? now },
            ...{ unit, enrol, onlyExposed: population === 'exposed', arms: hasVariants(split) ? 'variants' : 'on-off' },
            metrics: metrics.map(({ key, outcome, kind, denominator, windowHours, cap }) => ({
                ...{ key, outcome, kind },
                ...(denominator !== undefined && { denominator }),
                ...(windowHours !== undefined && { windowHours }),
                ...(cap !== undefined && { cap }),
            })),
        });
    } else {
        await checkSource(tx, { ...source, project, unit, population });
        await scheduleQuery(tx, before.id, now);
    }
    if (countPast && !(await countPast(tx, before.id))) {
        throw invalid(
            `There are too many outcomes since ${from} to start at once. Use a later time in "from".`,
            '/body/from',
        );
    }
    const content: ExperimentContent = { hypothesis, unit, population, enrol, control, from, source, metrics, arms };
    await tx
        .updateTable('experiments')
        .set({ content: JSON.stringify(content) })
        .where('id', '=', before.id)
        .execute();
    return moveTo(change, before, { type: 'experiment-started', state: 'Running', set: { started_at: now } });
}

/** Ends the enrolment, and outcomes that happen later do not count. Nothing changes for SDKs. */
export async function stopExperiment(change: Change, address: ExperimentAddress): Promise<Experiment> {
    const before = await getExperiment(change.tx, address);
    if (before.state !== 'Running') throw wrongState(before, 'stopped', ['Running']);
    await endEnrolment(change, before);
    const set = { stopped_at: change.now };
    return moveTo(change, before, { type: 'experiment-stopped', state: 'Stopped', set });
}

/** A data source is queried once more, for what happened until now. */
async function endEnrolment({ tx, now }: Change, { id, source }: StoredExperiment): Promise<void> {
    if (source === null) await endInterests(tx, ownerOf(id), now);
    else await scheduleQuery(tx, id, now);
}

interface DecisionInput extends ExperimentAddress {
    feature: string;
    environment: string;
    variant: string;
}

/** Ships a variant to everybody. */
export async function decideExperiment(
    change: Change,
    { variant, feature, environment, ...address }: DecisionInput,
): Promise<Experiment> {
    const { tx, now } = change;
    const before = await getExperiment(tx, address);
    // Permissions were checked for this flag and environment.
    if (before.feature !== feature || before.environment !== environment) {
        throw invalid(`Experiment ${before.name} is not about flag ${feature} in ${environment}.`);
    }
    if (before.state !== 'Running' && before.state !== 'Stopped') {
        throw wrongState(before, 'decided', ['Running', 'Stopped']);
    }
    requireVariant(before.arms ?? [], variant, '/body/variant');
    if (before.state === 'Running') await endEnrolment(change, before);
    await shipVariant(change, before, variant);
    const set = { decided_at: now, variant, ...(before.stoppedAt === null && { stopped_at: now }) };
    return moveTo(change, before, { type: 'experiment-decided', state: 'Decided', set });
}

interface Transition {
    type: 'experiment-started' | 'experiment-stopped' | 'experiment-decided';
    state: Experiment['state'];
    set: Partial<Record<'started_at' | 'stopped_at' | 'decided_at' | 'variant', string>>;
}

async function moveTo(
    { tx, record }: Change,
    before: StoredExperiment,
    { type, state, set }: Transition,
): Promise<Experiment> {
    await tx
        .updateTable('experiments')
        .set({ state, ...set })
        .where('id', '=', before.id)
        .execute();
    const experiment = toExperiment(await getExperiment(tx, before));
    record({ type, ...eventAbout(experiment), preData: toExperiment(before), data: experiment });
    return experiment;
}

const wrongState = ({ name, state }: Experiment, change: string, states: readonly string[]) =>
    conflict(`Experiment ${name} is ${state}, and only one that is ${states.join(' or ')} can be ${change}.`);
