import type { ProjectEnvironment } from '../core/access/project-environment.ts';
import { DESCRIBING_MEMBERS } from '../core/flags/flag-members.ts';
import { normalContent, normalDependencies, normalStrategy, normalVariants } from '../core/flags/normal-form.ts';
import { canonicalJson } from '../core/json/canonical-json.ts';
import type { HiddenStrategy } from '../publications/hidden.ts';
import type { Republished } from '../publications/publish.ts';

export type FlagInProjectEnvironment = ProjectEnvironment & { name: string };

interface TouchedFlag extends FlagInProjectEnvironment {
    /** Whether turning the flag off is the only difference. */
    isTurnedOff?: boolean;
}

/** The definitions that a change alters for SDKs: a flag in one environment, or a segment wherever it is used. */
export interface TouchedDefinitions {
    flags: TouchedFlag[];
    segments: number[];
    /** The flags whose settings (such as the value type) are part of the difference. */
    settings: string[];
}

/**
 * The definitions in these publications that can alter SDK decisions, now or after one switch: strategies that are disabled or
 * belong to a disabled flag count too. A removed flag counts, because code then uses its own default; a new flag that is off and
 * has no strategies does not, because every flag starts like that.
 */
export function touchedBy(publications: readonly Republished[]): TouchedDefinitions {
    const flags = new Map<string, TouchedFlag>();
    const segments: number[] = [];
    const settings = new Set<string>();
    const formerProjects = formerProjectsIn(publications);
    for (const { kind, environment, name, project, before, after } of publications) {
        if (kind === 'segment') {
            if (constraintsIn(before) !== constraintsIn(after)) segments.push(Number(name));
            continue;
        }
        const formerProject = formerProjects.get(keyOf({ environment, name })) ?? project;
        const [was, is] =
            kind === 'flag'
                ? [flagIn(before), flagIn(after)]
                : [hiddenIn(before, formerProject), hiddenIn(after, project)];
        if (was.valueType && is.valueType && was.valueType !== is.valueType) settings.add(name);
        // A moved flag leaves one project and enters another.
        for (const project of new Set([was.project, is.project])) {
            const [then, now] = [was, is].map((side) => (side.project === project ? side : ABSENT)) as [Side, Side];
            const hasSameContent = then.content === now.content;
            const isSame = hasSameContent
                ? then.enabled === now.enabled
                : then.content === ABSENT.content && now.isEmpty;
            if (isSame || project === undefined) continue;
            const key = `${project}/${keyOf({ environment, name })}`;
            // A flag has two publications: one of them may be the whole flag, and the other its disabled strategies.
            const isTurnedOff = hasSameContent && then.enabled && !flags.has(key);
            flags.set(key, { project, environment, name, isTurnedOff });
        }
    }
    return { flags: [...flags.values()], segments, settings: [...settings] };
}

/** One side of a difference. */
interface Side {
    project: string | undefined;
    enabled: boolean;
    content: string;
    /** Off, and without strategies or variants that could be enabled. */
    isEmpty: boolean;
    valueType?: string;
}

const ABSENT: Side = { project: undefined, enabled: false, content: '', isEmpty: true };

// Names of environments cannot contain a slash.
const keyOf = ({ environment, name }: Pick<Republished, 'environment' | 'name'>) => `${environment}/${name}`;

/** The project is part of the published flag, so a flag that is not among the publications has not moved. */
function formerProjectsIn(publications: readonly Republished[]): Map<string, string> {
    const former = new Map<string, string>();
    for (const { kind, environment, name, formerProject } of publications) {
        if (kind === 'flag' && formerProject !== null) former.set(keyOf({ environment, name }), formerProject);
    }
    return former;
}

/** Without a type, OFREP returns what it returns for a boolean flag. */
const DEFAULT_VALUE_TYPE = 'boolean';

/** Members that describe a flag are left out; every other member, also one that is added later, is compared. */
function flagIn(definition: string | null): Side {
    if (definition === null) return ABSENT;
    // Published definitions of flags have this shape.
    const { name, project, stale, ...flag } = JSON.parse(definition) as Record<string, unknown> & {
        project: string;
        enabled: boolean;
        strategies: HiddenStrategy[];
        variants: object[];
        dependencies?: { feature: string }[];
        valueType?: string;
    };
    for (const member of DESCRIBING_MEMBERS) delete flag[member];
    const { enabled, ...content } = flag;
    const { strategies, variants, dependencies = [], valueType = DEFAULT_VALUE_TYPE } = content;
    return {
        project,
        enabled,
        content: canonicalJson({
            ...content,
            strategies: strategies.map(normalStrategy),
            variants: normalVariants(variants),
            dependencies: normalDependencies(dependencies),
            valueType,
        }),
        isEmpty: !enabled && strategies.length + variants.length + dependencies.length === 0,
        valueType,
    };
}

/** The part that SDKs do not receive: the disabled strategies, which can be enabled with one switch. */
function hiddenIn(definition: string | null, project: string | null): Side {
    const strategies: HiddenStrategy[] = definition === null ? [] : JSON.parse(definition);
    const disabled = strategies
        .filter((strategy) => strategy.disabled)
        .map(({ title, milestoneId, ...rest }) => normalStrategy(rest));
    if (disabled.length === 0) return { ...ABSENT, project: project ?? undefined };
    return { ...ABSENT, project: project ?? undefined, content: canonicalJson(disabled), isEmpty: false };
}

/** Identifier and name of a segment are left out; every other member is compared. */
function constraintsIn(definition: string | null): string {
    if (definition === null) return '';
    const { id, name, ...content } = JSON.parse(definition) as Record<string, unknown>;
    return canonicalJson(normalContent(content));
}

/** Whether a published flag is off and has no content, neither published nor hidden. */
export const isEmptyFlag = (published: string, hidden: string | null): boolean =>
    flagIn(published).isEmpty && hiddenIn(hidden, null).isEmpty;
