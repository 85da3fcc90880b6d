import { type CliContext, CommandError } from '../program/command.ts';
import { plain } from '../program/printable.ts';
import type { Result } from '../program/result.ts';
import { table } from '../program/table.ts';
import { inEnvironment } from './environments.ts';
import { addressOf, changeOrRehearse, done, type FlagOptions, projectIn } from './flag.ts';
import { type ServiceClient, serviceOf } from './service.ts';

interface Template {
    id: string;
    name: string;
    description?: string | null;
    project?: string | null;
}

interface Condition {
    intervalMinutes?: number;
    minimumExposures?: number;
}

interface Milestone {
    id: string;
    name: string;
    startedAt?: string | null;
    pausedAt?: string | null;
    transitionCondition?: Condition | null;
    strategies?: { name: string; title?: string | null; parameters?: Record<string, string>; disabled?: boolean }[];
}

interface Plan {
    id: string;
    name: string;
    activeMilestoneId: string | null;
    milestones: Milestone[];
}

interface ReleaseOptions extends FlagOptions {
    environment: string;
}
interface ReleaseChange extends ReleaseOptions {
    dryRun: boolean;
}

export async function listTemplates(
    { project }: { project: string | undefined },
    context: CliContext,
): Promise<Result> {
    const service = await serviceOf(context);
    const templates = await templatesOf(service, project);
    return {
        json: { templates },
        text: table(
            ['Template', 'Project', 'Description'],
            templates.map(({ name, project: of, description }) => [name, of ?? 'all', description?.slice(0, 60)]),
            {
                paint: (text) => context.output.paint('bold', text),
                empty: 'There is no release template. Create one in the UI under Release templates.',
            },
        ),
    };
}

export async function showRelease(options: ReleaseOptions, context: CliContext): Promise<Result> {
    const service = await serviceOf(context);
    const { plan } = await findPlan(service, options);
    return { json: plan, text: textOf(plan, context) };
}

export async function addRelease(
    { template: name, ...options }: ReleaseChange & { template: string },
    context: CliContext,
): Promise<Result> {
    const service = await serviceOf(context);
    const { flag, environment } = await placeOf(service, options);
    const templates = await templatesOf(service, projectIn(flag));
    const template = byName(templates, name, 'release template', 'halyard release templates');
    return changeOrRehearse<Plan>(context, service, {
        ...{ method: 'POST', path: `${environment}/release-plans`, body: { templateId: template.id } },
        dryRun: options.dryRun,
        result: (plan) => ({
            json: plan,
            text: `${done(context, `${template.name} was added to ${options.name} in ${options.environment}`)}\n${textOf(plan, context)}`,
        }),
    });
}

export async function startRelease(
    { milestone: name, ...options }: ReleaseChange & { milestone: string },
    context: CliContext,
): Promise<Result> {
    const service = await serviceOf(context);
    const { plan, plans } = await findPlan(service, options);
    const milestone = byName(plan.milestones, name, 'milestone', `halyard release show ${options.name}`);
    return changeOrRehearse<Milestone>(context, service, {
        ...{ method: 'POST', path: `${plans}/${plan.id}/milestones/${milestone.id}/start`, dryRun: options.dryRun },
        result: (started) => ({
            json: started,
            text: done(context, `${milestone.name} of ${options.name} was started in ${options.environment}`),
        }),
    });
}

const progressions = (action: 'pause' | 'resume', state: string) =>
    async function changeProgressions(options: ReleaseOptions, context: CliContext): Promise<Result> {
        const service = await serviceOf(context);
        const { plan, environment } = await findPlan(service, options);
        await service.change('POST', `${environment}/progressions/${plan.id}/${action}`);
        return {
            json: { name: options.name, environment: options.environment, paused: action === 'pause' },
            text: done(context, `Automatic progression of ${options.name} in ${options.environment} ${state}`),
        };
    };

export const pauseRelease = progressions('pause', 'is paused; the active milestone stays');
export const resumeRelease = progressions('resume', 'continues');

export async function removeRelease(options: ReleaseChange, context: CliContext): Promise<Result> {
    const service = await serviceOf(context);
    const { plan, plans } = await findPlan(service, options);
    return changeOrRehearse(context, service, {
        ...{ method: 'DELETE', path: `${plans}/${plan.id}`, dryRun: options.dryRun },
        result: () => ({
            json: { name: options.name, environment: options.environment, removed: plan.id },
            text: done(context, `${plan.name} was removed from ${options.name} in ${options.environment}`),
        }),
    });
}

async function templatesOf(service: ServiceClient, project: string | undefined): Promise<Template[]> {
    return service.get<Template[]>(
        project === undefined
            ? '/api/admin/release-plan-templates'
            : `/api/admin/projects/${encodeURIComponent(project)}/release-templates?include=root`,
    );
}

async function placeOf(service: ServiceClient, options: ReleaseOptions) {
    const flag = await addressOf(service, options);
    return { flag, environment: `${flag}/environments/${encodeURIComponent(options.environment)}` };
}

async function findPlan(service: ServiceClient, options: ReleaseOptions) {
    const { environment } = await placeOf(service, options);
    const plans = `${environment}/release-plans`;
    const where = { environment: options.environment, project: projectIn(environment) };
    const [plan] = await inEnvironment(service, where, () => service.get<Plan[]>(plans));
    if (!plan) {
        throw new CommandError(
            `${options.name} has no release plan in ${options.environment}. \`halyard release add ${options.name} <template> -e ${options.environment}\` adds one.`,
        );
    }
    return { plan, plans, environment };
}

/** An object by its id or name. */
function byName<T extends { id: string; name: string }>(
    objects: readonly T[],
    name: string,
    kind: string,
    list: string,
): T {
    const found = objects.find(({ id }) => id === name) ?? objects.find((object) => object.name === name);
    if (found) return found;
    const names = objects.map((object) => plain(object.name)).join(', ');
    throw new CommandError(
        `There is no ${kind} ${plain(name)}. ${names === '' ? `See \`${list}\`.` : `Use one of: ${names}.`}`,
    );
}

function textOf({ name, milestones, activeMilestoneId }: Plan, { output }: CliContext): string {
    const active = milestones.findIndex(({ id }) => id === activeMilestoneId);
    const lines = milestones.flatMap((milestone, index) => [
        `${marks(output, index, active)} ${plain(milestone.name)}${milestone.startedAt ? `, started ${milestone.startedAt}` : ''}`,
        ...(milestone.strategies ?? []).map((strategy) => plain(`        ${describe(strategy)}`)),
        ...(milestone.transitionCondition ? [`        then ${after(milestone.transitionCondition)}`] : []),
        ...(milestone.pausedAt ? [`        progression paused since ${milestone.pausedAt}`] : []),
    ]);
    return [output.paint('bold', plain(name)), ...lines].join('\n');
}

function marks(output: CliContext['output'], index: number, active: number): string {
    if (index === active) return output.paint('green', '● active');
    return output.paint('dim', index < active ? '✓ done  ' : '○ next  ');
}

const describe = ({ name, title, parameters, disabled }: NonNullable<Milestone['strategies']>[number]) =>
    `${title || name}${parameters?.['rollout'] === undefined ? '' : `, ${parameters['rollout']} %`}${disabled ? ' (disabled)' : ''}`;

function after({ intervalMinutes, minimumExposures }: Condition): string {
    const parts = [
        ...(intervalMinutes === undefined ? [] : [`${intervalMinutes} minutes after its start`]),
        ...(minimumExposures === undefined ? [] : [`after ${minimumExposures} evaluations with the flag on`]),
    ];
    return `the next milestone starts ${parts.join(' and ')}`;
}
