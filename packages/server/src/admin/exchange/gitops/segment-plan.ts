import { type Change, type Step, stepOf } from '../../../changes/change.ts';
import { demandOneOf } from '../../../core/access/demand.ts';
import { isSame, normalContent } from '../../../core/flags/normal-form.ts';
import { scopeOf } from '../../catalogue/segments/segment.access.ts';
import { createSegment, deleteSegment, updateSegment } from '../../catalogue/segments/segment.commands.ts';
import type { Segment } from '../../catalogue/segments/segment.schemas.ts';
import type { CurrentState } from './current-state.ts';
import type { SegmentDocument } from './file.schemas.ts';
import { toFileConstraints } from './file-strategies.ts';
import type { Planned, PlannedDifference, Problem } from './gitops.schemas.ts';

export interface SegmentPlan {
    action: Planned['action'];
    differences: PlannedDifference[];
    problems: Problem[];
    step?: { says: string; step: Step };
}

type Content = Pick<Segment, 'name' | 'description' | 'project' | 'constraints'>;

interface SegmentSlot {
    /** The id for a new segment. */
    id: number;
    path: string;
    /** Whether another file renames the segment. */
    isMoving: boolean;
}

/** Returns the differences between a segment file and the current state. */
export function planSegment(
    file: SegmentDocument,
    currentState: Pick<CurrentState, 'segments'>,
    { id, path, isMoving }: SegmentSlot,
): SegmentPlan {
    const { segment: name, moved } = file;
    const now = currentState.segments.get(name);
    const former = moved === undefined ? undefined : currentState.segments.get(moved);
    if (file.deleted) return now && !isMoving ? deletion(now) : nothing();
    if (moved === name)
        return nothing([
            { message: 'A segment cannot move to its own name. Leave "moved" out.', path: `${path}/moved` },
        ]);
    if (now && former) {
        const message = `Both segment ${name} and segment ${moved} exist, so one cannot be renamed to the other. Delete one, or leave "moved" out.`;
        return nothing([{ message, path: `${path}/moved` }]);
    }
    const before = now ?? former;
    if (!before) return creation(file, id);
    const { desired, differences } = compareContent(file, before);
    if (former) differences.unshift({ path: ['segment'], onService: moved, inFile: name, isObserved: false });
    if (differences.length === 0) return nothing();
    return {
        action: former ? 'move' : 'change',
        differences,
        problems: [],
        step: {
            says: former ? `rename the segment ${moved} to ${name}` : `change the segment ${name}`,
            step: withPermissionCheck(
                ['UPDATE_SEGMENT', 'UPDATE_PROJECT_SEGMENT'],
                before.project,
                stepOf(updateSegment, { ...desired, id: before.id }),
            ),
        },
    };
}

const nothing = (problems: Problem[] = []): SegmentPlan => ({ action: 'none', differences: [], problems });

function creation(
    { segment: name, description = null, project = null, constraints = [] }: SegmentDocument,
    id: number,
): SegmentPlan {
    const content = { name, description, project, constraints };
    const make = stepOf(createSegment, { ...content, id });
    return {
        action: 'create',
        differences: [{ path: [], inFile: content, isObserved: false }],
        problems: [],
        step: {
            says: `create the segment ${name}`,
            step: withPermissionCheck(['CREATE_SEGMENT', 'UPDATE_PROJECT_SEGMENT'], project, make),
        },
    };
}

const deletion = ({ id, name, project }: Segment): SegmentPlan => ({
    action: 'delete',
    differences: [{ path: ['deleted'], onService: false, inFile: true, isObserved: false }],
    problems: [],
    step: {
        says: `delete the segment ${name}`,
        step: withPermissionCheck(['DELETE_SEGMENT', 'UPDATE_PROJECT_SEGMENT'], project, stepOf(deleteSegment, { id })),
    },
});

/** Adds the permission check of the direct routes of segments, in the project of the segment. */
const withPermissionCheck = <Result>(
    permissions: Parameters<typeof demandOneOf>[1],
    project: string | null,
    step: Step<Result>,
): Step<Result> => ({
    authorise: async (change: Change) => {
        demandOneOf(change.actor, permissions, scopeOf(project));
        await step.authorise(change);
    },
    run: step.run,
});

function compareContent(
    file: SegmentDocument,
    before: Content,
): { desired: Content; differences: PlannedDifference[] } {
    const desired: Content = { ...before, name: file.segment };
    const differences: PlannedDifference[] = [];
    const addDifference = (member: string, onService: unknown, inFile: unknown) =>
        differences.push({ path: [member], onService, inFile, isObserved: false });
    if (file.description !== undefined && file.description !== before.description) {
        addDifference('description', before.description, file.description);
        desired.description = file.description;
    }
    if (file.project !== undefined && file.project !== before.project) {
        addDifference('project', before.project, file.project);
        desired.project = file.project;
    }
    const { constraints } = file;
    if (constraints && !isSame(normalContent({ constraints: before.constraints }), normalContent({ constraints }))) {
        addDifference('constraints', toFileConstraints(before.constraints), toFileConstraints(constraints));
        desired.constraints = constraints.map((each) => ({ ...each, values: each.values ?? [] }));
    }
    const { name, description, project } = desired;
    return { desired: { name, description, project, constraints: desired.constraints }, differences };
}
