import type { Services } from '../../../app/services.ts';
import { AsOfQuery, requestedPast } from '../../../changes/past/as-of.ts';
import { type AdminActor, mayKnowOf } from '../../../core/access/actor.ts';
import { nameExists, notFound } from '../../../core/errors/errors.ts';
import { serialiseBatches } from '../../../http/bodies/serialised-list.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { listSegmentUses } from '../../../storage/strategies/strategy-uses.ts';
import { listProposedSegmentUses } from './proposed-segment-uses.queries.ts';
import { scopeOf, segmentScope } from './segment.access.ts';
import { createSegment, deleteSegment, updateSegment } from './segment.commands.ts';
import { segmentActions } from './segment.proposables.ts';
import { findSegmentByName, getKnownSegment, listSegmentsOfStrategy, readSegments } from './segment.queries.ts';
import { NewSegment, Segment, SegmentName, SegmentParams, SegmentStrategies, Segments } from './segment.schemas.ts';
import { listSegmentsAt } from './segments-at.ts';

const route = routeWithTag('Segments');

export const segmentRoutes = ({ db, write, clock, snapshots, pastFlags, useCounts }: Services): Route[] => {
    const ownScope = ({ params, actor }: { params: { id: unknown }; actor: AdminActor }) =>
        segmentScope(db, actor, params.id);

    /** Reads all segments, or one, in batches. */
    async function* requestedSegments(actor: AdminActor, asOf: string | undefined, id?: number) {
        const past = await requestedPast({ db, clock }, actor, asOf);
        if (!past) return yield* readSegments({ db, useCounts }, actor, id);
        const query = { revision: past.moment.revision, known: past.known, ...(id !== undefined && { id }) };
        yield await listSegmentsAt({ db, snapshots, pastFlags }, query);
    }

    return [
        route('GET /api/admin/segments', {
            operationId: 'getSegments',
            summary: 'List all segments',
            access: 'authenticated',
            query: AsOfQuery,
            responds: { status: 200, body: Segments },
            handler: async ({ actor, query }) => ({
                segments: await serialiseBatches(Segment, requestedSegments(actor, query.asOf)),
            }),
        }),
        route('POST /api/admin/segments', {
            operationId: 'createSegment',
            summary: 'Create a segment',
            access: segmentActions.addSegment.access,
            scopeInBody: ({ project }) => scopeOf(project),
            body: NewSegment,
            responds: { status: 201, body: Segment },
            errors: [409],
            handler: async ({ actor, body: { id: _, ...input } }, reply) => {
                const segment = await write(actor, createSegment, input);
                reply.header('location', `segments/${segment.id}`);
                return segment;
            },
        }),
        route('POST /api/admin/segments/validate', {
            operationId: 'validateSegment',
            summary: 'Validate the name of a segment',
            access: 'authenticated',
            body: SegmentName,
            leavesNoEvent: true,
            responds: { status: 204 },
            errors: [409],
            handler: async ({ body }) => {
                if (await findSegmentByName(db, body.name)) throw nameExists(`Segment ${body.name}`);
            },
        }),
        route('GET /api/admin/segments/strategies/:strategyId', {
            operationId: 'getSegmentsByStrategyId',
            summary: 'List the segments of a strategy',
            access: 'authenticated',
            responds: { status: 200, body: Segments },
            handler: async ({ actor, params }) => ({
                segments: await listSegmentsOfStrategy(db, actor, params.strategyId),
            }),
        }),
        route('GET /api/admin/segments/:id', {
            operationId: 'getSegment',
            summary: 'Read one segment',
            access: 'authenticated',
            params: SegmentParams,
            query: AsOfQuery,
            responds: { status: 200, body: Segment },
            handler: async ({ actor, params, query }) => {
                const [segment] = (await Array.fromAsync(requestedSegments(actor, query.asOf, params.id))).flat();
                if (!segment) throw notFound(`segment ${params.id}`);
                return segment;
            },
        }),
        route('GET /api/admin/segments/:id/strategies', {
            operationId: 'getStrategiesBySegmentId',
            summary: 'List the strategies that use a segment',
            access: 'authenticated',
            params: SegmentParams,
            responds: { status: 200, body: SegmentStrategies },
            handler: async ({ actor, params }) => {
                await getKnownSegment(db, actor, params.id);
                const strategies = await listSegmentUses(db, params.id);
                return {
                    strategies: strategies.filter(({ projectId }) => mayKnowOf(actor, projectId)),
                    changeRequestStrategies: await listProposedSegmentUses(db, actor, params.id),
                };
            },
        }),
        route('PUT /api/admin/segments/:id', {
            operationId: 'updateSegment',
            summary: 'Replace a segment',
            description: 'A segment without a project can be used in all projects.',
            access: segmentActions.updateSegment.access,
            scope: ownScope,
            params: SegmentParams,
            body: NewSegment,
            responds: { status: 204 },
            errors: [404, 409],
            handler: ({ actor, params, body }) => write(actor, updateSegment, { ...body, ...params }),
        }),
        route('DELETE /api/admin/segments/:id', {
            operationId: 'removeSegment',
            summary: 'Delete a segment that is not used',
            access: segmentActions.deleteSegment.access,
            scope: ownScope,
            params: SegmentParams,
            responds: { status: 204 },
            errors: [404, 409],
            handler: ({ actor, params }) => write(actor, deleteSegment, params),
        }),
    ];
};
