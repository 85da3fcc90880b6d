import type { AdminActor } from '../../../core/access/actor.ts';
import { RevisionCache } from '../../../http/bodies/revision-cache.ts';
import type { RouteReply } from '../../../http/route/route.ts';
import type { FlagIndex } from '../../flags/flag-index/flag-index.ts';
import { type AcceptedEncodings, ReadyList, type RequestHeaders } from '../../flags/flag-index/ready-list.ts';
import type { ProjectIndex } from './project-index.ts';
import { type Overviewed, toHealthReport, toOverview } from './project-overview.ts';

/** The part of the response before the flags of a project. */
type Form = 'features' | 'overview' | 'healthReport';

interface ProjectListDependencies {
    flagIndex: FlagIndex;
    projectIndex: ProjectIndex;
    clock: () => Date;
    offered: AcceptedEncodings;
}

const FEATURES = { version: 2 };

/** Cache of complete project responses with all flags: built on first use, and again after a change. */
export class ProjectAnswers {
    readonly #means: ProjectListDependencies;
    readonly #cache = new RevisionCache<ReadyList>();

    constructor(means: ProjectListDependencies) {
        this.#means = means;
    }

    async answer(
        { project, form }: { project: string; form: Form },
        { actor: { userId }, headers, signal }: { actor: AdminActor; headers: RequestHeaders; signal: AbortSignal },
        reply: RouteReply,
    ): Promise<Buffer | string> {
        const { flagIndex, projectIndex, clock, offered } = this.#means;
        await flagIndex.whenCurrent();
        const facts = await projectIndex.get(project);
        const activity = form === 'features' ? undefined : await projectIndex.activityOf(project);
        const flags = flagIndex.of(project);
        const revision = activity ? `${flags.version} ${facts.version}` : flags.version;
        const make = (signal: AbortSignal) => {
            const before = activity ? beforeFlags(form, { facts, flags, activity, now: clock() }) : FEATURES;
            return ReadyList.of({ before: asBeginning(before), flags: flags.live.inOrder }, offered, signal);
        };
        const list = await this.#cache.get(`${form} ${project}`, revision, make, signal);
        const ownProject = activity !== undefined && userId !== undefined && facts.favoriteOf.includes(userId);
        return list.answer({ favorites: flagIndex.favoritesOf(userId), headers, ownProject }, reply);
    }
}

const beforeFlags = (form: Form, overviewed: Overviewed): object =>
    form === 'overview' ? toOverview(overviewed) : toHealthReport(overviewed);

/** An object that goes on with the list of its flags. */
const asBeginning = (object: object): string => `${JSON.stringify(object).slice(0, -1)},"features":`;
