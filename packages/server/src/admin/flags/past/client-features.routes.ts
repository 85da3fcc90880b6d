import { Type } from 'typebox';
import type { Services } from '../../../app/services.ts';
import { AsOf, requestedMoment } from '../../../changes/past/as-of.ts';
import { knownAt } from '../../../changes/past/known-at.ts';
import { mapYielding } from '../../../core/concurrency/yielding.ts';
import { ENVIRONMENT_NAME } from '../../../core/text/patterns.ts';
import { respondWithFragments } from '../../../http/bodies/fragment-response.ts';
import { textPart } from '../../../http/bodies/json-fragment.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { definitionsAt } from '../../../publications/definitions-at.ts';

const route = routeWithTag('Features');

const Query = Type.Object({
    environment: Type.String({ maxLength: 100, pattern: ENVIRONMENT_NAME }),
    project: Type.Optional(Type.String({ maxLength: 100, description: 'Default: all' })),
    asOf: Type.Optional(AsOf),
});

const ClientFeaturesAt = Type.Object(
    {
        version: Type.Integer(),
        features: Type.Array(Type.Unknown(), { description: 'In the format of the client API' }),
        segments: Type.Array(Type.Unknown(), { description: 'Segments that the flags use' }),
    },
    { $id: 'clientFeaturesAt' },
);

export const clientFeaturesAtRoutes = ({ db, clock, changeFeed }: Services): Route[] => [
    route('GET /api/admin/client-features', {
        operationId: 'getClientFeaturesForAdministrators',
        summary: 'Read the flags that SDKs of an environment receive, or received at a past moment',
        access: 'authenticated',
        query: Query,
        responds: { status: 200, body: ClientFeaturesAt, also: [304] },
        handler: async ({ actor, query: { environment, project, asOf }, headers }, reply) => {
            const { revision } = (await requestedMoment({ db, clock }, asOf)) ?? changeFeed;
            const known = await knownAt(db, actor, revision);
            const { flags, segments } = await definitionsAt(db, { environment, revision });
            const shown = [...flags.values()]
                .filter((flag) => (project === undefined || flag.project === project) && known.flag(flag))
                .sort((a, b) => (a.name < b.name ? -1 : 1));
            const used = new Set((await mapYielding(shown, ({ json }) => segmentsIn(json))).flat());
            const listed = [...used].sort((a, b) => a - b).flatMap((id) => segments.get(id) ?? []);
            const parts = shown.map(({ json }) => textPart(json));
            const after = `,"segments":[${listed.join()}]}`;
            return respondWithFragments({ before: '{"version":2,"features":', parts, after }, headers, reply);
        },
    }),
];

/** Published definitions are well-formed. */
function segmentsIn(json: string): number[] {
    if (!json.includes('"segments"')) return [];
    const { strategies } = JSON.parse(json) as { strategies: { segments?: number[] }[] };
    return strategies.flatMap(({ segments = [] }) => segments);
}
