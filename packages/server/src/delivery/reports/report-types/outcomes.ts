import { type Static, Type } from 'typebox';
import { isRecord } from '../../../core/json/is-record.ts';
import { readOutcome } from '../../outcomes/outcome.ts';
import { OutcomeEntries, outcomeWeight } from '../../outcomes/outcome-entries.ts';
import { type OutcomeEntry, toEntry } from '../../outcomes/outcome-entry.ts';
import { BulkList, Name } from '../metrics.schemas.ts';
import { areCounts, areTexts, type ReportType } from '../report-type.ts';

/** Single outcomes, and several of one name and minute. Members that are not declared here are read like those of applications. */
const ForwardedOutcome = Type.Object({
    environment: Name,
    project: Type.Optional(Name),
    signal: Type.Enum(['outcome', 'exposure', 'evaluation']),
    name: Name,
    valueCount: Type.Integer({ minimum: 0 }),
    sum: Type.Number(),
});
type ForwardedOutcome = Static<typeof ForwardedOutcome> & Record<string, unknown>;

/** What single users did: counted per name and minute, and stored with their units while something asks for them. */
export const OUTCOMES: ReportType<OutcomeEntry, OutcomeEntries> = {
    createBuffer: (buffers) => new OutcomeEntries(buffers),
    bulk: {
        member: 'outcomes',
        list: Type.Optional(BulkList(ForwardedOutcome)),
        record(buffers, items: readonly ForwardedOutcome[], { actor, outcomes }) {
            const now = buffers.clock().getTime();
            for (const { environment, project = null, valueCount, sum, ...item } of items) {
                const outcome = environment === actor.environment ? readOutcome(item, now) : undefined;
                const isOwn = project === null || actor.projects.includes('*') || actor.projects.includes(project);
                if (outcome === undefined || !isOwn) buffers.drop(isOwn ? 'form' : 'project', 1);
                else {
                    const entry = toEntry(outcome, { actor, ...(project !== null && { project }), outcomes });
                    buffers.in(OUTCOMES).add({ ...entry, valueCount, sum });
                }
            }
        },
        toItem: ({ reporter: _reporter, app: _app, row: _row, project, variant, ...entry }) => ({
            ...entry,
            ...(project !== null && { project }),
            ...(variant !== null && { variant }),
        }),
    },
    read({ project = null, signal, name, variant = null, at, count, valueCount, sum, ...identity }) {
        const { id, row, unit, context, kept, signals } = identity;
        const isReadable =
            areTexts(name) &&
            (signal === 'outcome' || signal === 'exposure' || signal === 'evaluation') &&
            [project, variant].every((value) => value === null || areTexts(value)) &&
            areCounts(at, count, valueCount) &&
            Number.isFinite(sum) &&
            [id, row, unit].every((value) => value === undefined || areTexts(value)) &&
            (context === undefined || isRecord(context)) &&
            [kept, signals].every((list) => list === undefined || Array.isArray(list));
        if (!isReadable) return undefined;
        const members = { id, row, unit, context, kept, signals };
        const given = Object.entries(members).filter(([, value]) => value !== undefined);
        return {
            ...{ project, signal, name, variant, at, count, valueCount, sum },
            ...Object.fromEntries(given),
        } as OutcomeEntry;
    },
    weightOf: outcomeWeight,
    projectOf: ({ project }) => project,
    async loadStore() {
        return (await import('../stores/outcome-store.ts')).OUTCOME_STORE;
    },
};
