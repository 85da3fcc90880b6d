import { hash } from 'node:crypto';
import type { SdkActor } from '../../core/access/actor.ts';
import type { VisibleProjects } from '../../snapshots/published-flag.ts';
import { visibleProjects } from '../sdk-scope.ts';

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
export interface FeaturesFilters {
    project?: string[];
    namePrefix?: string;
    tag?: string[];
}

/** Returns the query of a request; `inlineSegments` depends on the SDK. */
export function featuresQuery(
    actor: SdkActor,
    { project, namePrefix, tag }: FeaturesFilters,
    inlineSegments: boolean,
): FeaturesQuery {
    const projects = visibleProjects(actor) ?? project;
    const query = {
        filtered: project !== undefined || namePrefix !== undefined || tag !== undefined,
        inlineSegments,
        environment: actor.environment,
        projects: projects && [...new Set(projects)].sort(),
        namePrefix,
        tags: tag && [...new Set(tag)].sort(),
    };
    const key = JSON.stringify(query);
    return { ...query, key, hash: hashOf(key) };
}

export const hashOf = (key: string) => hash('sha1', key, 'hex').slice(0, 8);
