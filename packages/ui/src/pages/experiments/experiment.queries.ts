import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Schemas } from '../../api/types.ts';
import { useChange } from '../../api/use-change.ts';
import { flagChange } from '../flags/flag.queries.ts';

export type Experiment = Schemas['experiment'];
export type NewExperiment = Schemas['newExperiment'];
export type ExperimentMetric = Experiment['metrics'][number];
export type Results = Schemas['experimentResults'];
export type MetricResult = Results['metrics'][number];
export type ArmResult = MetricResult['arms'][number];
export type Effect = MetricResult['effects'][number];
export type Segment = Schemas['experimentSegments']['segments'][number];
export type SavedMetric = Schemas['savedExperimentMetric'];

export interface ExperimentAt {
    projectId: string;
    id: string;
}

/** How effects are computed and shown. */
export interface ResultsView {
    view: 'always-valid' | 'fixed-horizon' | 'bayesian';
    difference: 'relative' | 'absolute';
}

export const DEFAULT_VIEW: ResultsView = { view: 'always-valid', difference: 'relative' };

const EXPERIMENTS = '/api/admin/projects/{projectId}/experiments';
const EXPERIMENT = `${EXPERIMENTS}/{id}` as const;

/** Outcomes are in the results after at most 15 seconds. */
const REFRESH_MS = 15_000;

/** The experiments of a project, or of one of its flags; the newest first. */
export function useExperiments(projectId: string, { feature, isEnabled = true }: ListOptions = {}) {
    return useQuery({
        enabled: isEnabled,
        queryKey: ['experiments', projectId, 'list', feature ?? null],
        queryFn: () => api.GET(EXPERIMENTS, { path: { projectId }, query: { feature } }),
        select: ({ experiments }) => experiments,
    });
}

interface ListOptions {
    feature?: string;
    isEnabled?: boolean;
}

export function useExperiment(at: ExperimentAt) {
    return useQuery({
        queryKey: ['experiments', at.projectId, at.id],
        queryFn: () => api.GET(EXPERIMENT, { path: at }),
    });
}

/** The results; of a running experiment, they are read again. */
export function useResults({ projectId, id }: ExperimentAt, { asOf, isRunning = false, ...query }: ResultsOptions) {
    return useQuery(resultsQuery({ projectId, id }, { asOf, isRunning, ...query }));
}

interface ResultsOptions extends ResultsView {
    /** The results as they were recorded at this time. */
    asOf?: string | undefined;
    isRunning?: boolean;
}

const resultsQuery = (at: ExperimentAt, { isRunning = false, ...query }: ResultsOptions) => ({
    queryKey: ['experiments', at.projectId, at.id, 'results', query] as const,
    // The service returns CSV only to clients that prefer it.
    queryFn: async () => (await api.GET(`${EXPERIMENT}/results`, { path: at, query })) as Results,
    refetchInterval: isRunning ? REFRESH_MS : (false as const),
});

/** The results of several experiments, in their order. */
export function useResultsOfAll(experiments: readonly Experiment[]) {
    return useQueries({
        queries: experiments.map(({ project: projectId, id, state }) => ({
            ...resultsQuery({ projectId, id }, { ...DEFAULT_VIEW, isRunning: state === 'Running' }),
            enabled: state !== 'Draft',
        })),
    });
}

/** The effects at earlier times; the last point is now. */
export function useHistory({ project: projectId, id, state }: Experiment, view: ResultsView) {
    return useQuery({
        queryKey: ['experiments', projectId, id, 'history', view],
        queryFn: () =>
            api.GET(`${EXPERIMENT}/results/history`, { path: { projectId, id }, query: { ...view, points: 60 } }),
        select: ({ points }) => points,
        placeholderData: keepPreviousData,
        refetchInterval: state === 'Running' ? HISTORY_REFRESH_MS : false,
    });
}

const HISTORY_REFRESH_MS = 60_000;

/** The effects by the values of a context field; without a field, the fields that there are. */
export function useSegmentResults({ project: projectId, id }: Experiment, view: ResultsView, field?: string) {
    return useQuery({
        queryKey: ['experiments', projectId, id, 'segments', field ?? null, view],
        queryFn: () =>
            api.GET(`${EXPERIMENT}/results/segments`, { path: { projectId, id }, query: { ...view, field } }),
    });
}

/** Why units are left out. */
export function useExcludedUnits({ project: projectId, id }: Experiment, isEnabled: boolean) {
    return useQuery({
        enabled: isEnabled,
        queryKey: ['experiments', projectId, id, 'excluded'],
        queryFn: () => api.GET(`${EXPERIMENT}/results/excluded`, { path: { projectId, id } }),
    });
}

export type Plan = Schemas['experimentPlan'];
export type PlanInput = Schemas['experimentPlanInput'];

/** How long an experiment takes. A query although it is sent with POST, because it changes nothing. */
export function usePlan(projectId: string, body: PlanInput | undefined) {
    return useQuery({
        enabled: body !== undefined,
        queryKey: ['experiments', projectId, 'plan', body],
        queryFn: () => api.POST(`${EXPERIMENTS}/plan`, { path: { projectId }, body: body! }),
        placeholderData: keepPreviousData,
        refetchInterval: false,
    });
}

/** The metrics that a project saved for its experiments. */
export function useSavedMetrics(projectId: string) {
    return useQuery({
        queryKey: ['experiments', projectId, 'metrics'],
        queryFn: () => api.GET(`${EXPERIMENTS}/metrics`, { path: { projectId } }),
        select: ({ metrics }) => metrics,
    });
}

/** Which outcomes a project stores with their users. */
export function useOutcomeSettings(projectId: string) {
    return useQuery({
        queryKey: ['experiments', projectId, 'settings'],
        queryFn: () => api.GET(`${EXPERIMENTS}/settings`, { path: { projectId } }),
    });
}

export function useSaveOutcomeSettings(projectId: string) {
    return useChange(
        (body: Schemas['experimentSettingsUpdate'], client) =>
            client.PUT(`${EXPERIMENTS}/settings`, { path: { projectId }, body }),
        { successMessage: () => 'Storage of outcomes changed', invalidates: ['experiments'] },
    );
}

/** Creates an experiment, or changes the one with this id. */
export function useSaveExperiment(projectId: string, id: string | undefined) {
    return useChange(
        (body: NewExperiment, client) =>
            id === undefined
                ? client.POST(EXPERIMENTS, { path: { projectId }, body })
                : client.PUT(EXPERIMENT, { path: { projectId, id }, body }),
        {
            successMessage: ({ name }) => `Experiment ${name} ${id === undefined ? 'created' : 'saved'}`,
            invalidates: ['experiments'],
        },
    );
}

export function useStartExperiment(at: ExperimentAt) {
    return useChange(({ name: _name }: { name: string }, client) => client.POST(`${EXPERIMENT}/start`, { path: at }), {
        successMessage: ({ name }) => `Experiment ${name} started`,
        invalidates: ['experiments'],
    });
}

export function useStopExperiment(at: ExperimentAt) {
    return useChange((_input: { name: string }, client) => client.POST(`${EXPERIMENT}/stop`, { path: at }), {
        successMessage: ({ name }) => `Experiment ${name} stopped`,
        invalidates: ['experiments'],
    });
}

export function useDeleteExperiment(at: ExperimentAt) {
    return useChange((_input: { name: string }, client) => client.DELETE(EXPERIMENT, { path: at }), {
        successMessage: ({ name }) => `Experiment ${name} deleted`,
        invalidates: ['experiments'],
    });
}

/** Ships a variant to everybody. */
export function useDecideExperiment({ project: projectId, id, feature }: Experiment) {
    return useChange(
        ({ variant }: { variant: string }, client) =>
            client.POST(`${EXPERIMENT}/decide`, { path: { projectId, id }, body: { variant } }),
        {
            successMessage: ({ variant }) => `${feature}: everybody gets ${variant}`,
            invalidates: [...flagChange(projectId, [feature]), 'experiments'],
        },
    );
}

/** Saves a metric for all experiments of the project. */
export function useSaveMetric(projectId: string) {
    return useChange(
        ({ key, role: _role, ...body }: ExperimentMetric, client) =>
            client.PUT(`${EXPERIMENTS}/metrics/{key}`, { path: { projectId, key }, body }),
        { successMessage: ({ key }) => `Metric ${key} saved for all experiments`, invalidates: ['experiments'] },
    );
}
