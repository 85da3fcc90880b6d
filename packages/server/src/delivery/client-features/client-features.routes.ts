import semver from 'semver';
import { Type } from 'typebox';
import type { SdkActor } from '../../core/actor.ts';
import { invalid, notFound } from '../../core/errors.ts';
import { type Route, route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { ClientFeatures, type FeaturesQuery } from './client-features.ts';

/** The first SDK specification that knows segments. */
const SEGMENTS_SINCE = '4.2.0';

const Query = Type.Object({
    project: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 500 })),
    namePrefix: Type.Optional(Type.String({ maxLength: 100 })),
    environment: Type.Optional(Type.String({ description: 'Ignored: the token decides', deprecated: true })),
});

const Features = Type.Unknown({
    $id: 'clientFeatures',
    description: 'Flags and segments in the wire format of the SDKs',
});

export const clientFeaturesRoutes = ({ snapshots }: Pick<Services, 'snapshots'>): Route[] => {
    const features = new ClientFeatures();

    return [
        route({
            method: 'GET',
            path: '/api/client/features',
            operationId: 'getAllClientFeatures',
            summary: 'All flags of one environment, for SDKs that evaluate by themselves',
            tag: 'Client',
            access: 'client',
            query: Query,
            responds: { status: 200, body: Features, contentType: 'application/json', also: [304] },
            handler: ({ actor, query, headers }, reply) => {
                const asked = queryOf(actor, query, headers['unleash-client-spec']);
                const { etag, body } = features.payload(snapshots.of(actor.environment), asked);
                reply.header('etag', etag);
                if (headers['if-none-match'] === etag) {
                    reply.status(304);
                    return '';
                }
                reply.header('content-type', 'application/json; charset=utf-8');
                return body;
            },
        }),
        route({
            method: 'GET',
            path: '/api/client/features/:featureName',
            operationId: 'getClientFeature',
            summary: 'One flag of one environment',
            tag: 'Client',
            access: 'client',
            params: Type.Object({ featureName: Type.String() }),
            responds: { status: 200, body: Features, contentType: 'application/json' },
            errors: [404],
            handler: ({ actor, params }, reply) => {
                const flag = snapshots.of(actor.environment).flags.get(params.featureName);
                const projects = projectsOf(actor, undefined);
                if (!flag || (projects && !projects.includes(flag.project))) {
                    throw notFound(`flag ${params.featureName} that this token may see`);
                }
                reply.header('content-type', 'application/json; charset=utf-8');
                return flag.json;
            },
        }),
    ];
};

function queryOf(
    actor: SdkActor,
    { project, namePrefix }: { project?: string[]; namePrefix?: string },
    specification: string | string[] | undefined,
): FeaturesQuery {
    return {
        environment: actor.environment,
        projects: projectsOf(actor, project),
        namePrefix,
        inlineSegments: !knowsSegments(specification),
    };
}

/** A token for some projects sees these, whatever the SDK asks for. */
function projectsOf(actor: SdkActor, asked: string[] | undefined): readonly string[] | undefined {
    const allowed = actor.projects.includes('*') ? asked : actor.projects;
    return allowed && [...new Set(allowed)].sort();
}

function knowsSegments(specification: string | string[] | undefined): boolean {
    if (specification === undefined) return false;
    if (typeof specification !== 'string' || semver.valid(specification) !== specification) {
        throw invalid('The header Unleash-Client-Spec must be a version such as 5.2.0.');
    }
    return semver.gte(specification, SEGMENTS_SINCE);
}
