import { createHash } from 'node:crypto';
import { actionNamed } from '../../../changes/action-registry.ts';
import { type Step, stepOf } from '../../../changes/change.ts';
import type { ProposedStep } from '../../../changes/proposable.ts';
import type { AdminActor } from '../../../core/access/actor.ts';
import { demandOneOf } from '../../../core/access/demand.ts';
import { mapYielding } from '../../../core/concurrency/yielding.ts';
import { invalid } from '../../../core/errors/errors.ts';
import { canonicalJson } from '../../../core/json/canonical-json.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';
import { changeTagsOfFlag } from '../../flags/flag-tags/flag-tag.commands.ts';
import { stepsFor } from '../../flags/reconcile/flag-steps.ts';
import { readSteps } from '../../governance/proposals/read-steps.ts';
import { duplicateNames, movedNames, nameOfFlag, nameOfSegment, nameOfTemplate } from './claimed-names.ts';
import { type CurrentState, type ProjectsAndSegments, readFlags, readProjectsAndSegments } from './current-state.ts';
import { type FlagDocument, OBSERVED_BY_DEFAULT } from './file.schemas.ts';
import { type FlagPlan, planFlag } from './flag-plan.ts';
import type { Documents, Planned, Problem } from './gitops.schemas.ts';
import { keyOfFlag, keyOfSegment, keyOfTemplate, PrerequisiteCollector, type Prerequisites } from './prerequisites.ts';
import { planSegment, type SegmentPlan } from './segment-plan.ts';
import { planTemplate, type TemplatePlan } from './template-plan.ts';

/** One step, with the document that requires it. */
export interface GitOpsStep {
    says: string;
    step: Step;
    /** The subject of the step. */
    key: string;
    /** The location of the document in the request. */
    path: string;
}

export interface GitOpsPlan {
    planned: Planned[];
    problems: Problem[];
    /** The problems by the key of their object. */
    refused: ReadonlyMap<string, Problem[]>;
    steps: GitOpsStep[];
    needs: Prerequisites;
    /** The keys of the existing segments, by id. */
    segments: ReadonlyMap<number, string>;
}

export const isChanging = ({ action }: Pick<Planned, 'action'>) => action !== 'none';

/** The maximum number of steps: a longer transaction would block other writers for too long. */
const MAX_STEPS = 5_000;

/** Compares documents with the current state. Returns the differences and the steps that apply them, in a valid order. */
export async function planDocuments(db: Db, actor: AdminActor, documents: Documents): Promise<GitOpsPlan> {
    const { flags = [], segments = [], templates = [] } = documents;
    if (flags.length + segments.length + templates.length === 0) {
        throw invalid('There is nothing to compare. Send at least one flag, segment or release template.', '/body');
    }
    const problems = [
        ...(await duplicateNames('flags', flags.map(nameOfFlag))),
        ...(await duplicateNames('segments', segments.map(nameOfSegment))),
        ...(await duplicateNames('templates', templates.map(nameOfTemplate))),
    ];
    if (problems.length > 0) {
        // Such a problem concerns several documents.
        const refused = new Map([['', problems]]);
        return { planned: [], problems, refused, steps: [], needs: new Map(), segments: new Map() };
    }
    const currentState = await readProjectsAndSegments(db, actor, [
        ...new Set([
            ...flags.map(({ project }) => project),
            ...[...segments, ...templates].flatMap(({ project }) => project ?? []),
        ]),
    ]);
    const ofSegments = planSegments(documents, currentState);
    const { ofFlags, ofTemplates, needs } = await planFlags({ db, actor }, documents, { currentState, ofSegments });
    const steps = await stepsOf(ofSegments, ofTemplates, ofFlags);
    if (steps.length > MAX_STEPS) {
        throw invalid(
            `These files need more than ${MAX_STEPS} steps. Apply the files of one project at a time.`,
            '/body',
        );
    }
    const sentences = Map.groupBy(steps, ({ key }) => key);
    const all = [...ofSegments, ...ofTemplates, ...ofFlags];
    return {
        planned: await mapYielding(
            all.filter(({ plan }) => plan.differences.length > 0),
            ({ key, kind, name, project, plan: { action, differences } }) => ({
                key,
                kind,
                name,
                project,
                action,
                digest: digestOf({ action, differences }),
                differences,
                sentences: (sentences.get(key) ?? []).map(({ says }) => says),
            }),
        ),
        problems: all.flatMap(({ plan }) => plan.problems),
        refused: new Map(
            all.flatMap(({ key, plan: { problems } }) => (problems.length > 0 ? [[key, problems] as const] : [])),
        ),
        steps,
        needs,
        segments: new Map(
            ofSegments.filter(({ plan }) => plan.action !== 'create').map(({ id, key }) => [id, key] as const),
        ),
    };
}

/** Observed members may change without invalidating a plan. */
const digestOf = ({ action, differences }: Pick<Planned, 'action' | 'differences'>) =>
    createHash('sha256')
        .update(canonicalJson([action, differences.filter(({ isObserved }) => !isObserved)]))
        .digest('hex')
        .slice(0, 32);

interface About<P> {
    key: string;
    kind: Planned['kind'];
    name: string;
    project: string | null;
    path: string;
    plan: P;
}

type SegmentAbout = About<SegmentPlan> & { id: number; moved: string | undefined };

function planSegments({ segments = [] }: Documents, currentState: ProjectsAndSegments): SegmentAbout[] {
    let last = currentState.lastSegment;
    const moving = movedNames(segments.map(nameOfSegment));
    return segments.map((file, index) => {
        const { segment: name, project, moved } = file;
        const path = `/body/segments/${index}`;
        const plan = planSegment(file, currentState, { id: last + 1, path, isMoving: moving.has(name) });
        const known =
            currentState.segments.get(name) ?? (moved === undefined ? undefined : currentState.segments.get(moved));
        const id = plan.action === 'create' ? ++last : (known?.id ?? 0);
        const where = project === undefined ? (known?.project ?? null) : project;
        return { key: keyOfSegment(name), kind: 'segment', name, project: where, path, plan, id, moved };
    });
}

/** With 500, single iterations of the event loop took up to 38 ms on PostgreSQL; with 100, up to 16 ms. */
const FLAGS_AT_ONCE = 100;

/** Plans the flags in chunks, so that the current state of a chunk is in memory only while it is compared. */
async function planFlags(
    { db, actor }: { db: Db; actor: AdminActor },
    documents: Documents,
    { currentState, ofSegments }: { currentState: ProjectsAndSegments; ofSegments: readonly SegmentAbout[] },
): Promise<{ ofFlags: About<FlagPlan>[]; ofTemplates: About<TemplatePlan>[]; needs: Prerequisites }> {
    const { flags = [], templates = [], observed, owned = [] } = documents;
    const ids = new Map([...currentState.segments].map(([name, { id }]) => [name, id]));
    const names = new Map([...currentState.segments].map(([name, { id }]) => [id, name]));
    for (const { name, id, moved, plan } of ofSegments) {
        if (plan.action === 'delete') ids.delete(name);
        if (plan.action !== 'create' && plan.action !== 'move') continue;
        if (moved !== undefined) ids.delete(moved);
        ids.set(name, id);
        names.set(id, name);
    }
    const segmentId = (name: string, path: string) => {
        const id = ids.get(name);
        if (id === undefined) throw invalid(`There is no segment ${name}. Use an existing one, or add its file.`, path);
        return id;
    };
    const segmentName = (id: number) => names.get(id) ?? `#${id}`;
    const ofInstance: readonly string[] = observed ?? OBSERVED_BY_DEFAULT;
    const moving = movedNames(flags.map(nameOfFlag));
    const collector = new PrerequisiteCollector(documents, currentState.segments);
    const ofFlags: About<FlagPlan>[] = [];
    const planIn = (current: CurrentState, file: FlagDocument, index: number): About<FlagPlan> => {
        const { flag: name, project, moved } = file;
        const path = `/body/flags/${index}`;
        const own: readonly string[] = file.observed ?? ofInstance;
        const isObserved = (member: string) => own.includes(member) && !owned.some((each) => each === member);
        const isMoving = moving.has(name);
        const plan = planFlag({ file, currentState: current, isObserved, isMoving, segmentId, segmentName, path });
        collector.add(file, (current.flags.get(name) ?? current.flags.get(moved ?? name))?.current);
        return { key: keyOfFlag(name), kind: 'flag', name, project, path, plan };
    };
    let from = 0;
    for (const chunk of chunked(flags, FLAGS_AT_ONCE)) {
        const names = [...new Set(chunk.flatMap(({ flag, moved }) => [flag, moved ?? flag]))];
        const current = { ...currentState, flags: await readFlags(db, actor, names) };
        const plans = await mapYielding(chunk, (file, index) => planIn(current, file, from + index));
        ofFlags.push(...plans.filter(({ plan }) => !isEmpty(plan)));
        from += chunk.length;
    }
    const ofTemplates = templates.map((file, index): About<TemplatePlan> => {
        const { template: name } = file;
        const path = `/body/templates/${index}`;
        const now = currentState.templates.get(name);
        const project = file.project === undefined ? (now?.project ?? null) : file.project;
        const stickiness = (project !== null && currentState.projects.get(project)?.stickiness) || 'default';
        collector.addTemplate(file);
        const plan = planTemplate(file, now, { stickiness, segmentId, segmentName, path });
        return { key: keyOfTemplate(name), kind: 'template', name, project, path, plan };
    });
    return { ofFlags, ofTemplates, needs: collector.needs };
}

/** Whether the file of a flag requires nothing. Most files of a large organisation do, and need not be considered further. */
const isEmpty = ({ action, differences, problems, tags }: FlagPlan) =>
    action === 'none' && differences.length === 0 && problems.length === 0 && tags === undefined;

/** Returns the steps: segments are created before the templates and flags that use them, and deleted after them. */
async function stepsOf(
    ofSegments: readonly SegmentAbout[],
    ofTemplates: readonly About<TemplatePlan>[],
    ofFlags: readonly About<FlagPlan>[],
): Promise<GitOpsStep[]> {
    const segmentSteps = (isLeaving: boolean) =>
        ofSegments.flatMap(({ key, path, plan: { action, step } }) =>
            step && (action === 'delete') === isLeaving ? [{ ...step, key, path }] : [],
        );
    const templateSteps = ofTemplates.flatMap(({ key, path, plan: { step } }) =>
        step ? [{ ...step, key, path }] : [],
    );
    const steps = [...segmentSteps(false), ...templateSteps];
    for (const [project, flags] of Map.groupBy(ofFlags, ({ project }) => project!)) {
        const flagsByName = new Map(
            flags.flatMap((flag) => [
                [flag.name, flag] as const,
                ...(flag.plan.leaving ? [[flag.plan.leaving.name, flag] as const] : []),
            ]),
        );
        const targets = flags.flatMap(({ plan: { target, leaving } }) => [target ?? [], leaving ?? []].flat());
        const releases = flags.flatMap(({ plan }) => plan.releases ?? []);
        const proposed = withReleases(await stepsFor(project, targets), releases);
        const runnable = await readSteps(project, proposed);
        for (const [index, step] of runnable.entries()) {
            // Every step of a flag contains its name.
            const { key, path } = flagsByName.get(proposed[index]!.feature!)!;
            steps.push({ says: step.says, step, key, path });
        }
        for (const { name, key, path, plan } of flags)
            steps.push(...tagSteps(project, name, plan).map((step) => ({ ...step, key, path })));
    }
    return [...steps, ...segmentSteps(true)];
}

/** A flag that only its plan serves is turned on after it has the plan, because it would be on for everyone otherwise. */
function withReleases(steps: readonly ProposedStep[], releases: readonly ProposedStep[]): ProposedStep[] {
    const isOf = (step: ProposedStep) => (each: ProposedStep) =>
        each.feature === step.feature && each.environment === step.environment;
    const turnsOn = ({ action, payload }: ProposedStep) => actionNamed(action)?.turnsOn?.(payload) === true;
    const before = new Set(steps.filter(turnsOn).flatMap((step) => releases.filter(isOf(step))));
    return [
        ...steps.flatMap((step) => (turnsOn(step) ? [...releases.filter(isOf(step)), step] : [step])),
        ...releases.filter((step) => !before.has(step)),
    ];
}

/** Returns the steps that change the tags of a flag. */
function tagSteps(project: string, name: string, { tags }: FlagPlan): { says: string; step: Step }[] {
    const ofFlag = (step: Step): Step => ({
        authorise: async (change) => {
            demandOneOf(change.actor, ['UPDATE_FEATURE'], { project });
            await step.authorise(change);
        },
        run: step.run,
    });
    const steps: { says: string; step: Step }[] = [];
    if (tags && tags.added.length + tags.removed.length > 0) {
        const retag = stepOf(changeTagsOfFlag, { featureName: name, addedTags: tags.added, removedTags: tags.removed });
        steps.push({ says: `change the tags of ${name}`, step: ofFlag(retag) });
    }
    return steps;
}
