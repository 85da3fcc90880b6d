import { type CliContext, CommandError } from '../program/command.ts';
import { plain } from '../program/printable.ts';
import type { Result } from '../program/result.ts';
import { table } from '../program/table.ts';
import { changeOrRehearse, done } from './flag.ts';
import { type ServiceClient, serviceOf } from './service.ts';

interface Experiment {
    id: string;
    name: string;
    feature: string;
    environment: string;
    state: string;
    variant: string | null;
}

interface Effect {
    variant: string;
    effect: number | null;
    difference: string;
    ci: [number | null, number | null] | null;
    state: string;
}

interface Results {
    state: string;
    population: string;
    units: { total: number; undecidable: number; multiple: number; unenrolled: number };
    sampleRatio: { p: number; mismatch: boolean };
    source: { name: string; state: string; reason: string | null; computedAt: string | null } | null;
    metrics: {
        key: string;
        role: string;
        arms: { variant: string; n: number; estimate: number | null }[];
        effects: Effect[];
    }[];
}

interface ExperimentOptions {
    experiment: string;
    project: string;
}

const experimentsOf = (project: string) => `/api/admin/projects/${encodeURIComponent(project)}/experiments`;

export async function listExperiments({ project }: { project: string }, context: CliContext): Promise<Result> {
    const service = await serviceOf(context);
    const { experiments } = await service.get<{ experiments: Experiment[] }>(experimentsOf(project));
    return {
        json: { experiments },
        text: table(
            ['Experiment', 'Flag', 'Environment', 'State', 'Shipped', 'Id'],
            experiments.map(({ name, feature, environment, state, variant, id }) => [
                ...[name, feature, environment, state, variant ?? '', id].map(plain),
            ]),
            {
                paint: (text) => context.output.paint('bold', text),
                empty: `There is no experiment in project ${project}.`,
            },
        ),
    };
}

export async function showResults(
    { view, ...options }: ExperimentOptions & { view: string },
    context: CliContext,
): Promise<Result> {
    const service = await serviceOf(context);
    const { id, name } = await findExperiment(service, options);
    const path = `${experimentsOf(options.project)}/${id}/results?${new URLSearchParams({ view })}`;
    const results = await service.get<Results>(path);
    return { json: results, text: textOf(name, results, context) };
}

export async function decideExperiment(
    { variant, dryRun, ...options }: ExperimentOptions & { variant: string; dryRun: boolean },
    context: CliContext,
): Promise<Result> {
    const service = await serviceOf(context);
    const { id, name, feature, environment } = await findExperiment(service, options);
    return changeOrRehearse<Experiment>(context, service, {
        ...{ method: 'POST', path: `${experimentsOf(options.project)}/${id}/decide`, body: { variant }, dryRun },
        // Where changes need approval, the response is the change request.
        result: (response) => ({
            json: response,
            text: done(
                context,
                response.state === 'Decided'
                    ? `${name} is decided: ${feature} serves ${variant} in ${environment}`
                    : `Change request ${response.id} proposes to serve ${variant} of ${feature} in ${environment}. Send it to review; ${name} is decided when it is applied`,
            ),
        }),
    });
}

async function findExperiment(service: ServiceClient, { experiment, project }: ExperimentOptions): Promise<Experiment> {
    const { experiments } = await service.get<{ experiments: Experiment[] }>(experimentsOf(project));
    const found = experiments.filter(({ id, name }) => id === experiment || name === experiment);
    if (found.length > 1) {
        const ids = found.map(({ id, state }) => `${id} (${state})`).join(', ');
        throw new CommandError(`Several experiments have the name ${experiment}. Use one of their ids: ${ids}.`);
    }
    if (found[0] === undefined) {
        throw new CommandError(
            `There is no experiment ${experiment} in project ${project}. List them: halyard experiment list --project ${project}`,
        );
    }
    return found[0];
}

function textOf(
    name: string,
    { state, population, units, sampleRatio, source, metrics }: Results,
    context: CliContext,
): string {
    const rows = metrics.flatMap(({ key, role, arms, effects }) =>
        effects.map((effect) => {
            const arm = arms.find(({ variant }) => variant === effect.variant);
            return [
                plain(key),
                role,
                plain(effect.variant),
                String(arm?.n ?? 0),
                change(effect),
                interval(effect),
                effect.state,
            ];
        }),
    );
    const counts = [
        `${units.total} units`,
        ...(['undecidable', 'multiple', 'unenrolled'] as const).flatMap((each) =>
            units[each] > 0 ? [`${units[each]} ${each}`] : [],
        ),
    ];
    return [
        `${plain(name)}: ${state}, population ${population}, ${counts.join(', ')}`,
        ...(source ? [sourceText(source)] : []),
        sampleRatio.mismatch
            ? `The sample ratio does not match the weights (p = ${sampleRatio.p.toPrecision(2)}): do not trust these results.`
            : `The sample ratio matches the weights (p = ${sampleRatio.p.toPrecision(2)}).`,
        table(['Metric', 'Role', 'Variant', 'Units', 'Effect', 'Interval (95 %)', 'State'], rows, {
            paint: (text) => context.output.paint('bold', text),
            empty: 'The flag has no variant that could be compared.',
        }),
    ].join('\n');
}

function sourceText({ name, state, reason, computedAt }: NonNullable<Results['source']>): string {
    const age = computedAt === null ? 'no numbers yet' : `numbers of ${computedAt}`;
    const failure = state === 'failed' ? `. The last query failed: ${plain(reason ?? 'unknown reason')}` : '';
    return `Data source ${plain(name)}: ${age}${failure}`;
}

const change = ({ effect, difference }: Effect) => (effect === null ? '' : number(effect, difference));

const interval = ({ ci, difference }: Effect) =>
    ci === null ? '' : ci.map((bound) => (bound === null ? '' : number(bound, difference))).join(' … ');

const number = (value: number, difference: string) =>
    `${value > 0 ? '+' : ''}${difference === 'relative' ? `${(100 * value).toFixed(1)} %` : value.toPrecision(4)}`;
