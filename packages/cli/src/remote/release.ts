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

interface RunningRelease {
    featureName: string;
    environment: string;
    enabled: boolean;
    plan: Plan;
    next: { dueAt: string; reason?: string } | null;
}

interface Rehearsal {
    requiresApproval: boolean;
    milestones: {
        name: string;
        start: { state: string; at: string | null; reason?: string };
        users: { state: string; reason?: string; on: number | null; evaluated?: number | null } | null;
    }[];
    conflicts: { changeRequest: number; title: string; state: string }[];
}

const MAX_RELEASES = 500;
const DAY_MINUTES = 24 * 60;

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

export async function releaseGradually(
    { minutes, ...options }: ReleaseChange & { minutes: string | undefined },
    context: CliContext,
): Promise<Result> {
    const intervalMinutes = Number(minutes ?? DAY_MINUTES);
    if (!Number.isInteger(intervalMinutes) || intervalMinutes < 0) {
        throw new CommandError(`--minutes must be a whole number, and is ${plain(minutes ?? '')}.`);
    }
    const service = await serviceOf(context);
    const { environment } = await placeOf(service, options);
    return changeOrRehearse<Plan>(context, service, {
        ...{ method: 'POST', path: `${environment}/release-plans`, body: { gradually: { intervalMinutes } } },
        dryRun: options.dryRun,
        result: (plan) => ({
            json: plan,
            text: `${done(context, `${options.name} is released gradually in ${options.environment}`)}\n${textOf(plan, context)}`,
        }),
    });
}

export async function listReleases({ project }: { project: string | undefined }, context: CliContext): Promise<Result> {
    const service = await serviceOf(context);
    const of = project === undefined ? '' : `&project=${encodeURIComponent(project)}`;
    const { releases, total } = await service.get<{ releases: RunningRelease[]; total: number }>(
        `/api/admin/releases?limit=${MAX_RELEASES}${of}`,
    );
    const rows = releases.map(({ featureName, environment, enabled, plan, next }) => {
        const index = plan.milestones.findIndex(({ id }) => id === plan.activeMilestoneId);
        const active = plan.milestones[index];
        const step = active ? `${active.name} (${index + 1} of ${plan.milestones.length})` : 'not started';
        const planned = next === null ? '' : (next.reason ?? `next at ${next.dueAt}`);
        return [featureName, environment, plan.name, step, enabled ? planned : 'the flag is off'].map(plain);
    });
    const rest = total - releases.length;
    return {
        json: { releases, total },
        text: [
            table(['Flag', 'Environment', 'Plan', 'Milestone', 'Next'], rows, {
                paint: (text) => context.output.paint('bold', text),
                empty: 'There is no release.',
            }),
            ...(rest > 0 ? [`and ${rest} more`] : []),
        ].join('\n'),
    };
}

export async function rehearseRelease(
    { template: name, ...options }: ReleaseOptions & { template: string | undefined },
    context: CliContext,
): Promise<Result> {
    const service = await serviceOf(context);
    const { flag, environment } = await placeOf(service, options);
    const body =
        name === undefined
            ? { planId: (await findPlan(service, options)).plan.id }
            : {
                  templateId: byName(
                      await templatesOf(service, decodeURIComponent(flag.split('/')[4]!)),
                      name,
                      'release template',
                      'halyard release templates',
                  ).id,
              };
    const rehearsal = await service.send<Rehearsal>('POST', `${environment}/release-plans/rehearse`, body);
    const lines = rehearsal.milestones.flatMap(({ name: milestone, start, users }) => [
        context.output.paint('bold', plain(milestone)),
        plain(`  starts ${[start.state, start.at, start.reason].filter(Boolean).join(', ')}`),
        plain(`  ${usersOf(users)}`),
    ]);
    const conflicts = rehearsal.conflicts.map(({ changeRequest, title, state }) =>
        plain(`Change request #${changeRequest} (${state}) may interfere: ${title}`),
    );
    return {
        json: rehearsal,
        text: [
            context.output.paint('dim', 'Nothing was changed.'),
            ...(rehearsal.requiresApproval ? ['The change needs approval; times count from its application.'] : []),
            ...[...lines, ...conflicts],
        ].join('\n'),
    };
}

/** A number that was not measured is not zero. */
function usersOf(users: Rehearsal['milestones'][number]['users']): string {
    if (users === null) return 'users: not measured';
    const { state, on, evaluated, reason } = users;
    if (on === null) return `users: ${[state, reason].filter(Boolean).join(', ')}`;
    return `users: on for ${on} of ${evaluated ?? '?'} contexts (${state})`;
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
