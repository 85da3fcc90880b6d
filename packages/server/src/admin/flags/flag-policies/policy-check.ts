import type { ContentCheck } from '../../../changes/content-check.ts';
import { invalidWith } from '../../../core/errors/errors.ts';
import type { NewEvent } from '../../../core/events/event-types.ts';
import type { Republished } from '../../../publications/publish.ts';
import type { Db } from '../../../storage/database.ts';
import { policiesOf, readEnabledEnvironments, readFlagFacts } from './flag-policy.queries.ts';
import type { FlagPolicy } from './flag-policy.schemas.ts';
import { ValueSchemas } from './value-schema.ts';
import {
    type DefinitionFacts,
    type RuleViolation,
    violationsOfDefinition,
    violationsOfFlag,
    violationsOfOrder,
} from './violations.ts';

type Policies = ReadonlyMap<string, FlagPolicy>;

interface LocatedViolation extends RuleViolation {
    subject: string;
    project: string;
}

const MAX_REPORTED = 20;

/**
 * Refuses changes that break a rule of the policy of a project. A rule that was already broken does not prevent other changes: an old flag
 * can always be turned off.
 */
export function createPolicyCheck(): ContentCheck {
    const schemas = new ValueSchemas();
    return async ({ tx, events }) => {
        const projects = [...new Set(events.flatMap(({ project }) => project ?? []))];
        const policies: Policies = projects.length > 0 ? await policiesOf(tx, projects) : new Map();
        return async (publications) => {
            if (policies.size === 0) return;
            const found = [
                ...(await brokenByFlags(tx, policies, events)),
                ...(await brokenByTurningOn(tx, policies, publications)),
                ...brokenByDefinitions(policies, publications, schemas),
            ];
            if (found.length > 0) throw refusal(found);
        };
    };
}

function refusal(found: readonly LocatedViolation[]) {
    const details = found.slice(0, MAX_REPORTED).map(({ subject, message }) => ({ message: `${subject}: ${message}` }));
    const more = found.length > MAX_REPORTED ? ` There are ${found.length - MAX_REPORTED} more.` : '';
    const { project } = found[0]!;
    return invalidWith(
        `The flag policy of project ${project} refuses this change. ${details[0]!.message}${more}`,
        details,
    );
}

/** Events after which a flag is new in its project. */
const ARRIVALS: ReadonlySet<string> = new Set<NewEvent['type']>([
    'feature-created',
    'feature-revived',
    'feature-project-change',
]);
const SETTINGS: ReadonlySet<string> = new Set<NewEvent['type']>(['feature-metadata-updated', 'feature-tagged']);

async function brokenByFlags(tx: Db, policies: Policies, events: readonly NewEvent[]): Promise<LocatedViolation[]> {
    const relevant = events.filter(({ type }) => ARRIVALS.has(type) || SETTINGS.has(type)) as (NewEvent & {
        featureName: string;
    })[];
    if (relevant.length === 0) return [];
    const byFlag = Map.groupBy(relevant, ({ featureName }) => featureName);
    const facts = await readFlagFacts(tx, [...byFlag.keys()]);
    return [...byFlag].flatMap(([name, own]) => {
        const flag = facts.get(name);
        const policy = flag && policies.get(flag.project);
        if (!policy) return [];
        const isNew = own.some(({ type }) => ARRIVALS.has(type));
        const before = { ...flag, ...settingsBefore(own), tags: tagsBefore(flag.tags, own) };
        const known = new Set(isNew ? [] : violationsOfFlag(policy, before).map(({ message }) => message));
        return violationsOfFlag(policy, flag)
            .filter(({ message }) => !known.has(message))
            .map((violation) => ({ ...violation, subject: `Flag ${name}`, project: flag.project }));
    });
}

/** The type and the owner before the change. */
function settingsBefore(events: readonly NewEvent[]): { type?: string; owner?: unknown } {
    const first = events.find(({ type }) => type === 'feature-metadata-updated');
    if (!first) return {};
    const { type, owner = null } = (first as { preData?: { type?: string; owner?: unknown } }).preData ?? {};
    return { ...(type !== undefined && { type }), owner };
}

function tagsBefore(tags: readonly string[], events: readonly NewEvent[]): string[] {
    const added = new Set(
        events
            .filter(({ type }) => type === 'feature-tagged')
            .map((event) => {
                const { type, value } = (event as unknown as { data: { type: string; value: string } }).data;
                return `${type}:${value}`;
            }),
    );
    return tags.filter((tag) => !added.has(tag));
}

async function brokenByTurningOn(
    tx: Db,
    policies: Policies,
    publications: readonly Republished[],
): Promise<LocatedViolation[]> {
    const turnedOn = publications.filter(
        ({ kind, project, environment, before, after, formerProject }) =>
            kind === 'flag' &&
            policies.get(project ?? '')?.environments?.some((rule) => rule.environment === environment) === true &&
            isEnabled(after) &&
            !(isEnabled(before) && formerProject === project),
    );
    if (turnedOn.length === 0) return [];
    const enabled = await readEnabledEnvironments(tx, [...new Set(turnedOn.map(({ name }) => name))]);
    return turnedOn.flatMap(({ name, project, environment }) =>
        violationsOfOrder(policies.get(project!)!, environment, enabled.get(name) ?? new Set()).map((violation) => ({
            ...violation,
            ...{ subject: `Flag ${name}`, project: project! },
        })),
    );
}

const isEnabled = (definition: string | null) =>
    definition !== null && (JSON.parse(definition) as { enabled: boolean }).enabled;

function brokenByDefinitions(
    policies: Policies,
    publications: readonly Republished[],
    schemas: ValueSchemas,
): LocatedViolation[] {
    return publications.flatMap(({ kind, name, project, formerProject, environment, before, after }) => {
        const policy = policies.get(project ?? '');
        if (!policy || after === null || !(kind === 'flag' || kind === 'segment')) return [];
        if (!policy.payloads && !policy.contextFields) return [];
        const violations = (definition: string) =>
            violationsOfDefinition(policy, JSON.parse(definition) as DefinitionFacts, schemas);
        const known = new Set(
            before !== null && formerProject === project ? violations(before).map(({ message }) => message) : [],
        );
        const subject = kind === 'flag' ? `Flag ${name} in ${environment}` : `Segment ${name}`;
        return violations(after)
            .filter(({ message }) => !known.has(message))
            .map((violation) => ({ ...violation, subject, project: project! }));
    });
}
