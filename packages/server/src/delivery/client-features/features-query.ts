import { hash } from 'node:crypto';
import type { SdkActor } from '../../core/access/actor.ts';
import type { VisibleProjects } from '../../snapshots/published-flag.ts';
import { visibleProjects } from '../sdk-scope.ts';
import { knowsSegments } from './client-specification.ts';

/** The query of an SDK, restricted by its token. */
export interface FeaturesQuery {
    /** The cache key, equal for equal queries. */
    key: string;
    /** A short hash of the key. */
    hash: string;
    environment: string;
    projects: VisibleProjects;
    namePrefix: string | undefined;
    /** Tags as `type:value`; flags with at least one of them are included. */
    tags: readonly string[] | undefined;
    /** Whether the request contains filters. */
    filtered: boolean;
    /** SDKs without support for segments get their constraints inside the strategies. */
    inlineSegments: boolean;
}

/** The filters of an SDK. */
interface Filters {
    project?: string[];
    namePrefix?: string;
    tag?: string[];
}

/** Caches the query of each token, because nearly all SDKs request all flags repeatedly. */
export class FeaturesQueries {
    readonly #inline = new WeakMap<SdkActor, FeaturesQuery>();
    readonly #separate = new WeakMap<SdkActor, FeaturesQuery>();

    of(actor: SdkActor, filters: Filters, specification: string | string[] | undefined): FeaturesQuery {
        const inlineSegments = !knowsSegments(specification);
        const { project, namePrefix, tag } = filters;
        if (project !== undefined || namePrefix !== undefined || tag !== undefined) {
            return makeQuery(actor, filters, { filtered: true, inlineSegments });
        }
        const cache = inlineSegments ? this.#inline : this.#separate;
        let query = cache.get(actor);
        if (query === undefined) {
            query = makeQuery(actor, filters, { filtered: false, inlineSegments });
            cache.set(actor, query);
        }
        return query;
    }
}

function makeQuery(
    actor: SdkActor,
    { project, namePrefix, tag }: Filters,
    options: Pick<FeaturesQuery, 'filtered' | 'inlineSegments'>,
): FeaturesQuery {
    const projects = visibleProjects(actor) ?? project;
    const query = {
        ...options,
        environment: actor.environment,
        projects: projects && [...new Set(projects)].sort(),
        namePrefix,
        tags: tag && [...new Set(tag)].sort(),
    };
    const key = JSON.stringify(query);
    return { ...query, key, hash: hashOf(key) };
}

export const hashOf = (key: string) => hash('sha1', key, 'hex').slice(0, 8);
