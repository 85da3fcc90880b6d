import { creates, removes, updates } from '../../../changes/action-rules.ts';
import { proposable } from '../../../changes/proposable.ts';
import type { AdminActor, Scope } from '../../../core/access/actor.ts';
import { invalid, noSuchProject, notFound } from '../../../core/errors/errors.ts';
import type { Db } from '../../../storage/database.ts';
import { findKnownProject } from '../projects/project.queries.ts';
import { scopeOf, segmentScope } from './segment.access.ts';
import { createSegment, deleteSegment, updateSegment } from './segment.commands.ts';
import { ProposedSegment, ProposedSegmentRemoval, ProposedSegmentUpdate } from './segment.schemas.ts';
import { segmentTarget } from './segment.target.ts';

interface AccessContext {
    tx: Db;
    actor: AdminActor;
}

/** A proposal belongs to one project: it may change segments of that project and shared segments. */
async function ownScope({ tx, actor }: AccessContext, { project }: { project: string }, id: number): Promise<Scope> {
    if (!(await findKnownProject(tx, actor, project))) throw noSuchProject(project);
    const scope = await segmentScope(tx, actor, id);
    if (scope.project !== undefined && scope.project !== project) throw notFound(`segment ${id} in project ${project}`);
    return scope;
}

function refuseOtherProject(project: string, target: string | null | undefined): void {
    if (!target || target === project) return;
    throw invalid(
        `This is a proposal for project ${project}. Use this project for the segment, or no project.`,
        '/body/project',
    );
}

const SEGMENTS = '/api/admin/segments';
const SEGMENT = `${SEGMENTS}/:id`;

export const segmentActions = {
    addSegment: proposable({
        name: 'addSegment',
        about: 'project',
        payload: ProposedSegment,
        access: ['CREATE_SEGMENT', 'UPDATE_PROJECT_SEGMENT'],
        scope: async ({ tx, actor }, { project }, segment) => {
            if (!(await findKnownProject(tx, actor, project))) throw noSuchProject(project);
            refuseOtherProject(project, segment.project);
            return scopeOf(segment.project);
        },
        says: 'create the segment {payload.name}',
        target: creates(segmentTarget),
        route: `POST ${SEGMENTS}`,
        completed: async (payload, nextNumber) => ({ ...payload, id: payload.id ?? (await nextNumber('segments')) }),
        command: createSegment,
        input: (_, segment) => segment,
    }),
    updateSegment: proposable({
        name: 'updateSegment',
        about: 'project',
        payload: ProposedSegmentUpdate,
        access: ['UPDATE_SEGMENT', 'UPDATE_PROJECT_SEGMENT'],
        scope: (context, address, segment) => {
            refuseOtherProject(address.project, segment.project);
            return ownScope(context, address, segment.id);
        },
        says: 'change the segment {payload.name}',
        target: updates(segmentTarget),
        route: `PUT ${SEGMENT}`,
        // The command removes members that are omitted: an approval covers that, too.
        completed: (payload) => ({ description: null, project: null, ...payload }),
        command: updateSegment,
        input: (_, { snapshot: __, ...segment }) => segment,
    }),
    deleteSegment: proposable({
        name: 'deleteSegment',
        about: 'project',
        payload: ProposedSegmentRemoval,
        access: ['DELETE_SEGMENT', 'UPDATE_PROJECT_SEGMENT'],
        scope: (context, address, { id }) => ownScope(context, address, id),
        says: 'delete the segment with the id {payload.id}',
        target: removes(segmentTarget),
        route: `DELETE ${SEGMENT}`,
        command: deleteSegment,
        input: (_, { id }) => ({ id }),
    }),
};
