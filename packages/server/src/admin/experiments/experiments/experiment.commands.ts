import { randomUUID } from 'node:crypto';
import type { Change } from '../../../changes/change.ts';
import { conflict, exceedsLimit, invalid } from '../../../core/errors/errors.ts';
import { isSame } from '../../../core/flags/normal-form.ts';
import type { Db } from '../../../storage/database.ts';
import { findExperimentSettings } from '../../catalogue/outcomes/outcome-settings.queries.ts';
import { getProject } from '../../catalogue/projects/project.queries.ts';
import { findFlag } from '../../flags/flags/flag.queries.ts';
import { deleteInterests } from '../../observations/assignments/interest.commands.ts';
import { checkSource } from '../data-sources/check-source.ts';
import { checkEnrolment, readMetrics } from '../metrics/metric-rules.ts';
import {
    countExperiments,
    type ExperimentAddress,
    type ExperimentContent,
    getExperiment,
    type StoredExperiment,
    toExperiment,
} from './experiment.queries.ts';
import type { Experiment, ExperimentSource, NewExperiment } from './experiment.schemas.ts';
import { armsOf, readSplit, requireVariant } from './experiment-arms.ts';

/** Every experiment that runs costs time for each report of its environment. */
const MAX_EXPERIMENTS = 500;
const DEFAULT_ENROL = ['seen'];
const DAY_MS = 86_400_000;

/** The owner of the assignments of an experiment. */
export const ownerOf = (id: string) => `experiment:${id}`;

export const eventAbout = ({ project, feature, environment }: Experiment) => ({
    ...{ project, featureName: feature, environment },
});

export async function createExperiment(
    change: Change,
    { project, ...input }: NewExperiment & { project: string },
): Promise<Experiment> {
    const { tx, now, record, actor } = change;
    await getProject(tx, project);
    const count = await countExperiments(tx, project);
    if (count >= MAX_EXPERIMENTS) throw exceedsLimit('experiments of a project', MAX_EXPERIMENTS);
    const content = await readContent(change, project, input);
    const { feature: flag, environment } = input;
    const id = randomUUID();
    await tx
        .insertInto('experiments')
        .values({
            ...{ id, flag, environment, name: input.name.trim(), state: 'Draft', created_at: now },
            ...{ started_at: null, stopped_at: null, decided_at: null, variant: null, created_by_user_id: actor.id },
            ...{ result_announced_at: null, mismatch_announced_at: null, data_source: input.source?.name ?? null },
            content: JSON.stringify(content),
        })
        .execute();
    const experiment = toExperiment(await getExperiment(tx, { project, id }));
    record({ type: 'experiment-created', ...eventAbout(experiment), data: experiment });
    return experiment;
}

/** Replaces a draft. Of an experiment that was started, only the name and the hypothesis change. */
export async function updateExperiment(
    change: Change,
    { project, id, ...input }: NewExperiment & ExperimentAddress,
): Promise<Experiment> {
    const { tx, record } = change;
    const before = await getExperiment(tx, { project, id });
    const { arms } = before;
    const content =
        before.state === 'Draft'
            ? await readContent(change, project, input)
            : { ...(await unchangedContent(tx, before, input)), ...(arms && { arms }) };
    await tx
        .updateTable('experiments')
        .set({
            ...{ flag: input.feature, environment: input.environment, name: input.name.trim() },
            data_source: input.source?.name ?? null,
            content: JSON.stringify(content),
        })
        .where('id', '=', id)
        .execute();
    const experiment = toExperiment(await getExperiment(tx, { project, id }));
    const preData = toExperiment(before);
    record({ type: 'experiment-updated', ...eventAbout(experiment), preData, data: experiment });
    return experiment;
}

export async function deleteExperiment({ tx, record }: Change, address: ExperimentAddress): Promise<void> {
    const experiment = toExperiment(await getExperiment(tx, address));
    await deleteInterests(tx, ownerOf(address.id));
    await tx.deleteFrom('experiments').where('id', '=', address.id).execute();
    record({ type: 'experiment-deleted', ...eventAbout(experiment), preData: experiment });
}

export async function readContent(
    { tx, now }: { tx: Db; now: string },
    project: string,
    input: NewExperiment,
): Promise<ExperimentContent> {
    const { feature, environment, hypothesis = null, unit, population, control = null, from = null } = input;
    const { source = null } = input;
    const flag = await findFlag(tx, feature);
    if (flag?.project !== project) {
        throw invalid(`There is no flag ${feature} in project ${project}.`, '/body/feature');
    }
    if (flag.archived_at !== null) throw invalid(`Flag ${feature} is archived. Restore it first.`, '/body/feature');
    const split = await readSplit(tx, { feature, environment });
    if (!split) throw invalid(`Flag ${feature} is not in environment ${environment}.`, '/body/environment');
    if (control !== null) requireVariant(armsOf(split, null), control, '/body/control');
    const metrics = await readMetrics(tx, project, input.metrics);
    const enrol = [...new Set(input.enrol ?? DEFAULT_ENROL)];
    checkEnrolment(enrol, metrics);
    if (source !== null) await checkSource(tx, { ...source, project, unit, population });
    const start = from === null ? null : await checkFrom({ tx, now }, { project, from, source });
    return { hypothesis, unit, population, enrol, control, from: start, source, metrics };
}

/** A start in the past needs outcomes that the project kept, or a data source. */
export async function checkFrom(
    { tx, now }: { tx: Db; now: string },
    { project, from, source }: { project: string; from: string; source: ExperimentSource | null },
): Promise<string> {
    const path = '/body/from';
    const at = new Date(from);
    if (at.toISOString() > now) throw invalid('"from" is in the future. Use a time in the past, or omit it.', path);
    if (source !== null) return at.toISOString();
    const { keepOutcomesDays } = await findExperimentSettings(tx, project);
    if (keepOutcomesDays === 0) {
        throw invalid(
            `Project ${project} keeps no outcomes, so an experiment cannot start in the past. Omit "from", or set keepOutcomesDays first.`,
            path,
        );
    }
    if (Date.parse(now) - at.getTime() > keepOutcomesDays * DAY_MS) {
        throw invalid(
            `Project ${project} keeps outcomes of the last ${keepOutcomesDays} days, and "from" is earlier. Use a later time.`,
            path,
        );
    }
    return at.toISOString();
}

const FIXED = [
    'feature',
    'environment',
    'unit',
    'population',
    'enrol',
    'control',
    'from',
    'source',
    'metrics',
] as const;

async function unchangedContent(
    tx: Db,
    before: StoredExperiment,
    { hypothesis = null, ...input }: NewExperiment,
): Promise<ExperimentContent> {
    const { unit, population, enrol, control, from, source, metrics } = before;
    const wanted: Partial<Record<(typeof FIXED)[number], unknown>> = {
        ...{ ...input, control: input.control ?? null, enrol: input.enrol ?? DEFAULT_ENROL },
        from: input.from ? new Date(input.from).toISOString() : null,
        source: input.source ?? null,
        metrics: await readMetrics(tx, before.project, input.metrics),
    };
    const changed = FIXED.find((member) => !isSame(wanted[member], before[member]));
    if (changed) {
        throw conflict(
            `Experiment ${before.name} was started, so "${changed}" cannot be changed. Create another experiment.`,
        );
    }
    return { hypothesis, unit, population, enrol, control, from, source, metrics };
}
