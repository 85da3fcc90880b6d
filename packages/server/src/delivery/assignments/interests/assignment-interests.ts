import type { FlagSet } from '@halyard/engine';
import type { FeedChanges } from '../../../changes/change-feed.ts';
import type { SdkActor } from '../../../core/access/actor.ts';
import type { Snapshots } from '../../../snapshots/snapshots.ts';
import type { Db } from '../../../storage/database.ts';
import type { ReportedOutcome } from '../../outcomes/outcome.ts';
import type { UnitSignal } from '../../outcomes/outcome-protection.ts';
import type { RecordedFlags } from '../recorded-flags.ts';
import { type AssignmentInterest, listActiveInterests } from './assignment-interest.ts';
import { signalFor } from './signal-for.ts';

interface AssignmentInterestsOptions {
    db: Db;
    snapshots: Snapshots;
    clock: () => Date;
    /** The pseudonym of a unit. */
    hashOf: (unit: string) => string;
    /** The definitions of an environment at past times, for signals that arrive late. */
    versionsSince: (environment: string, flags: readonly string[], since: Date) => Promise<FlagVersion[]>;
}

/** The definitions of an environment from a time on, in milliseconds since 1970. */
export interface FlagVersion {
    since: number;
    flags: FlagSet;
}

/** The definitions that signals of an environment may refer to: the last versions. */
const MAX_VERSIONS = 50;

/** Events after which interests may have started or ended. */
const CHANGES_INTERESTS =
    /^(release-plan-|safeguard-|experiment-|feature-(archived|revived|deleted|project-change)$|environment-|project-deleted$)/;

/** Decides which signals are recorded for which interests, and recomputes the arms of units. */
export class AssignmentInterests implements RecordedFlags {
    readonly #options: AssignmentInterestsOptions;
    #byEnvironment: ReadonlyMap<string, readonly AssignmentInterest[]> = new Map();
    readonly #versions = new Map<string, FlagVersion[]>();
    readonly #listeners: (() => void)[] = [];

    constructor(options: AssignmentInterestsOptions) {
        this.#options = options;
    }

    /** The interests in an environment; undefined if there is none, so that nothing is recorded. */
    in(environment: string): readonly AssignmentInterest[] | undefined {
        return this.#byEnvironment.get(environment);
    }

    async load(db = this.#options.db): Promise<void> {
        const { snapshots, clock } = this.#options;
        const before = identify(this.#byEnvironment);
        this.#byEnvironment = Map.groupBy(await listActiveInterests(db, clock()), ({ environment }) => environment);
        for (const environment of this.#versions.keys()) {
            if (!this.#byEnvironment.has(environment)) this.#versions.delete(environment);
        }
        for (const environment of this.#byEnvironment.keys()) {
            if (this.#versions.has(environment)) continue;
            const snapshot = snapshots.find(environment);
            if (snapshot === undefined) continue;
            const { flags } = await snapshot.compiled(undefined);
            this.#versions.set(environment, [{ since: 0, flags }]);
        }
        if (identify(this.#byEnvironment) === before) return;
        for (const listener of this.#listeners) listener();
    }

    onChange(listener: () => void): void {
        this.#listeners.push(listener);
    }

    /** After a start: reads the versions since the interests began, for signals that arrive late. */
    async restoreVersions(): Promise<void> {
        for (const [environment, interests] of this.#byEnvironment) {
            const since = new Date(Math.min(...interests.map(({ startedAt }) => startedAt)));
            const flags = [...new Set(interests.map(({ flag }) => flag))];
            const past = await this.#options.versionsSince(environment, flags, since);
            const current = this.#versions.get(environment);
            const first = past[0];
            if (current === undefined || first === undefined) continue;
            const known = current.filter((version) => version.since > past.at(-1)!.since);
            this.#versions.set(environment, [{ ...first, since: 0 }, ...past.slice(1), ...known].slice(-MAX_VERSIONS));
        }
    }

    /** Follows the snapshots, which must have followed the same changes. */
    async follow({ events, publications }: FeedChanges): Promise<void> {
        if (events.some(({ type }) => CHANGES_INTERESTS.test(type))) await this.load();
        if (publications.length === 0) return;
        const since = Date.parse(events.at(-1)?.createdAt ?? '');
        for (const [environment, versions] of this.#versions) {
            const snapshot = this.#options.snapshots.find(environment);
            if (snapshot === undefined) continue;
            const { flags } = await snapshot.compiled(undefined);
            if (versions.at(-1)?.flags === flags) continue;
            versions.push({ since: Number.isFinite(since) ? since : this.#options.clock().getTime(), flags });
            if (versions.length > MAX_VERSIONS) versions.shift();
        }
    }

    /** The current definitions. */
    currentFlags(environment: string): FlagSet | undefined {
        return this.#versions.get(environment)?.at(-1)?.flags;
    }

    /** Returns what an outcome, an exposure or an evaluation means for the interests of its environment. */
    signalsOf(outcome: ReportedOutcome, actor: SdkActor, project: string | null): UnitSignal[] {
        const interests = this.in(actor.environment);
        if (interests === undefined) return [];
        return interests.flatMap((interest) => {
            if (!mayReport(actor, project, interest.project)) return [];
            if (interest.backendOnly && actor.kind === 'frontend') return [];
            const flagsAt = (at: number) => this.#flagsAt(interest.environment, at);
            return signalFor(interest, outcome, { flagsAt, hashOf: this.#options.hashOf }) ?? [];
        });
    }

    #flagsAt(environment: string, at: number): FlagSet | undefined {
        const versions = this.#versions.get(environment) ?? [];
        return versions.findLast(({ since }) => since <= at)?.flags;
    }
}

const identify = (interests: ReadonlyMap<string, readonly AssignmentInterest[]>): string =>
    JSON.stringify([...interests.values()].flatMap((each) => each.map(({ id, endedAt }) => [id, endedAt])));

/** A report of a token with one project counts for this one only. */
const mayReport = ({ projects }: SdkActor, reported: string | null, project: string) =>
    reported === null ? projects.includes('*') || projects.includes(project) : reported === project;
