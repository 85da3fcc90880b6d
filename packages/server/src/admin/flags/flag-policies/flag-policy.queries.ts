import { mapYielding } from '../../../core/concurrency/yielding.ts';
import { flagDefinitions } from '../../../publications/definitions.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';
import { prepared } from '../../../storage/prepared.ts';
import { listTagsByFlag } from '../../catalogue/tags/tag.queries.ts';
import { listFlagNames } from '../flags/flag.queries.ts';
import type { FlagPolicy, FlagPolicyViolation } from './flag-policy.schemas.ts';
import type { ValueSchemas } from './value-schema.ts';
import {
    type DefinitionFacts,
    type PolicedFlag,
    violationsOfDefinition,
    violationsOfFlag,
    violationsOfOrder,
} from './violations.ts';

const policyRows = prepared((db: Db, { projects }: { projects: readonly string[] }) =>
    db.selectFrom('flag_policies').selectAll().where('project', 'in', projects),
);

/** Returns the policies of those projects that have one. */
export async function policiesOf(db: Db, projects: readonly string[]): Promise<Map<string, FlagPolicy>> {
    const policies = new Map<string, FlagPolicy>();
    for (const chunk of chunked(projects)) {
        const rows = await policyRows(db, { projects: chunk });
        // The policy was validated before it was stored.
        for (const { project, policy } of rows) policies.set(project, policy as FlagPolicy);
    }
    return policies;
}

export async function findPolicy(db: Db, project: string): Promise<FlagPolicy> {
    return (await policiesOf(db, [project])).get(project) ?? {};
}

/** Returns the facts of flags that are not archived, with their projects. */
export async function readFlagFacts(
    db: Db,
    names: readonly string[],
): Promise<Map<string, PolicedFlag & { project: string }>> {
    const facts = new Map<string, PolicedFlag & { project: string }>();
    const tags = await listTagsByFlag(db, names);
    for (const chunk of chunked(names)) {
        const rows = await db
            .selectFrom('flags')
            .leftJoin('flag_types', 'flag_types.id', 'flags.type')
            .select(['flags.name', 'flags.project', 'flags.type', 'flags.owner', 'flag_types.lifetime_days'])
            .where('flags.name', 'in', chunk)
            .where('flags.archived_at', 'is', null)
            .execute();
        for (const { name, project, type, owner, lifetime_days: lifetimeDays } of rows) {
            const own = (tags.get(name) ?? []).map((tag) => `${tag.type}:${tag.value}`);
            facts.set(name, { name, project, type, owner, lifetimeDays, tags: own });
        }
    }
    return facts;
}

/** Returns the environments in which flags are on. */
export async function readEnabledEnvironments(db: Db, names: readonly string[]): Promise<Map<string, Set<string>>> {
    const enabled = new Map<string, Set<string>>();
    for (const chunk of chunked(names)) {
        const rows = await db
            .selectFrom('flag_environments')
            .select(['flag', 'environment'])
            .where('flag', 'in', chunk)
            .where('enabled', '=', true)
            .execute();
        for (const { flag, environment } of rows) enabled.set(flag, (enabled.get(flag) ?? new Set()).add(environment));
    }
    return enabled;
}

const MAX_VIOLATIONS = 1_000;

/** Returns the violations of the flags that are not archived, by name. */
export async function listViolations(
    db: Db,
    project: string,
    schemas: ValueSchemas,
): Promise<{ violations: FlagPolicyViolation[]; isComplete: boolean }> {
    const policy = await findPolicy(db, project);
    const violations: FlagPolicyViolation[] = [];
    if (Object.keys(policy).length === 0) return { violations, isComplete: true };
    for (const chunk of chunked(await listFlagNames(db, project))) {
        const [facts, enabled, definitions] = [
            await readFlagFacts(db, chunk),
            await readEnabledEnvironments(db, chunk),
            Map.groupBy(await flagDefinitions(db, chunk), ({ name }) => name),
        ];
        const found = await mapYielding(chunk, (flag): FlagPolicyViolation[] => {
            const own = facts.get(flag);
            const isOnIn = enabled.get(flag) ?? new Set();
            const about = (environment: string | null) => (violation: object) =>
                ({ flag, environment, ...violation }) as FlagPolicyViolation;
            return [
                ...(own ? violationsOfFlag(policy, own) : []).map(about(null)),
                ...[...isOnIn].flatMap((each) => violationsOfOrder(policy, each, isOnIn).map(about(each))),
                ...(definitions.get(flag) ?? []).flatMap(({ kind, environment, definition }) =>
                    kind === 'flag' && definition !== null
                        ? violationsOfDefinition(policy, JSON.parse(definition) as DefinitionFacts, schemas).map(
                              about(environment),
                          )
                        : [],
                ),
            ];
        });
        violations.push(...found.flat());
        if (violations.length > MAX_VIOLATIONS)
            return { violations: violations.slice(0, MAX_VIOLATIONS), isComplete: false };
    }
    return { violations, isComplete: true };
}
