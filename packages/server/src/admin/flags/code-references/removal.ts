import type { IndexRow } from '../flag-index/flag-row.queries.ts';
import type { Removal } from './code-reference.schemas.ts';

type Reason = Removal['reasons'][number];

interface RemovalContext {
    /** The time of the last scan of a default branch of the flag's project. */
    scannedAt: string | undefined;
    now: Date;
    days: number;
}

const DAY = 86_400_000;

/**
 * Whether a flag can be removed from code and service, and why: no code refers to it, no application evaluated it recently, and
 * all users got the same result. Removal is safe only if all of these hold.
 */
export function removalOf(row: IndexRow, known: RemovalContext): Removal {
    const reasons = [code(row, known), traffic(row, known), answers(row), ...dependants(row), ...requests(row)];
    const verdict = reasons.some(({ speaks }) => speaks === 'against')
        ? 'not-yet'
        : reasons.some(({ speaks }) => speaks === 'unknown')
          ? 'unknown'
          : 'safe';
    return { verdict, reasons };
}

function code({ codeReferences }: IndexRow, { scannedAt, now, days }: RemovalContext): Reason {
    const about = 'code';
    if (codeReferences !== undefined) {
        const says = `Code uses it in ${codeReferences === 1 ? 'one place' : `${codeReferences} places`}.`;
        return { about, speaks: 'against', says };
    }
    if (scannedAt === undefined) {
        const says = 'No repository of this project was scanned: run `halyard refs upload`.';
        return { about, speaks: 'unknown', says };
    }
    const since = daysBetween(scannedAt, now);
    if (since > days) {
        const says = `Code was last scanned ${since} days ago and did not use it then: run \`halyard refs upload\` again.`;
        return { about, speaks: 'unknown', says };
    }
    return { about, speaks: 'for', says: 'No code in the scanned repositories uses it.' };
}

function traffic({ overview: { lastSeenAt, createdAt } }: IndexRow, { now, days }: RemovalContext): Reason {
    const about = 'traffic';
    const age = daysBetween(lastSeenAt ?? createdAt, now);
    const ago = age === 0 ? 'today' : age === 1 ? 'yesterday' : `${age} days ago`;
    if (lastSeenAt === null) {
        return age < days
            ? { about, speaks: 'against', says: `It was created ${ago}: applications may start to use it.` }
            : { about, speaks: 'for', says: `It was never evaluated in ${age} days.` };
    }
    return age < days
        ? { about, speaks: 'against', says: `It was evaluated ${ago}.` }
        : { about, speaks: 'for', says: `It was not evaluated for ${age} days.` };
}

function answers({ oneAnswer, overview: { environments } }: IndexRow): Reason {
    const about = 'answers';
    if (oneAnswer) {
        const { enabled, variant, since } = oneAnswer;
        const servedValue = variant === undefined ? (enabled ? 'on' : 'off') : `the variant ${variant}`;
        return {
            about,
            speaks: 'for',
            says: `All users in production have received ${servedValue} since ${since.slice(0, 10)}.`,
        };
    }
    const isEvaluated = environments.some(({ type, lastSeenAt }) => type === 'production' && lastSeenAt !== null);
    return isEvaluated
        ? {
              about,
              speaks: 'against',
              says: 'Production still serves different values. Pick one before removing the flag.',
          }
        : { about, speaks: 'for', says: 'SDKs have reported no evaluations in production.' };
}

const dependants = ({ isParent }: IndexRow): Reason[] =>
    isParent ? [{ about: 'dependants', speaks: 'against', says: 'Other flags depend on it.' }] : [];

const requests = ({ changeRequests }: IndexRow): Reason[] =>
    changeRequests && changeRequests.size > 0
        ? [{ about: 'change-requests', speaks: 'against', says: 'An open change request would change it.' }]
        : [];

const daysBetween = (from: string, to: Date) => Math.max(Math.floor((to.getTime() - Date.parse(from)) / DAY), 0);
