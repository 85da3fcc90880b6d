import { type DescribedConstraint, describeConstraint, percent } from '@halyard/engine';
import { actionNamed } from '../../../../changes/action-registry.ts';
import { isRecord } from '../../../../core/json/is-record.ts';
import type { Db } from '../../../../storage/database.ts';
import { editsOf, mergedTargetOf } from '../merge/merge.ts';
import { findRequest, type StoredRequest } from '../request/change-request.queries.ts';
import { titleOf } from '../request/change-request-object.ts';

interface RequestEvent {
    project: string | null;
    environment: string | null;
    data: unknown;
}

interface RequestEventData {
    changeRequestId?: number;
    contentHash?: string;
    title?: string;
    changes?: StoredRequest['changes'];
}

/**
 * Summarizes in sentences the changes of the change request that an event is about; empty for all other events. An event without
 * a summary names the content version, so later edits are not reported as approved.
 */
export async function summarizeRequestChanges(db: Db, { project, environment, data }: RequestEvent): Promise<string[]> {
    const { changeRequestId: id, contentHash, title, changes } = (data ?? {}) as RequestEventData;
    if (project === null || environment === null || id === undefined || contentHash === undefined) return [];
    if (changes) return summaryOf(title, { project, environment, changes });
    const request = await findRequest(db, { project, id });
    return request?.content_hash === contentHash ? summaryOf(titleOf(request), request) : [];
}

function summaryOf(title: string | undefined, request: Parameters<typeof sentencesOf>[0]): string[] {
    // Actions of other versions have no description.
    const changes = request.changes.filter(({ action }) => actionNamed(action) !== undefined);
    return [...(title === undefined ? [] : [`${title}:`]), ...sentencesOf({ ...request, changes })];
}

/** The maximum number of sentences in a mail or a message. */
const MAX_SENTENCES = 20;
const LONGEST = 200;

/** Describes the changes of a request, one sentence each: the action and the new values. */
export function sentencesOf(request: Pick<StoredRequest, 'project' | 'environment' | 'changes'>): string[] {
    const shown = request.changes.slice(0, MAX_SENTENCES).map((change) => {
        const { action, feature, payload, snapshot } = change;
        const target = { project: request.project, environment: request.environment, feature: feature ?? '' };
        const sentence = actionNamed(action)!.step(target, payload ?? undefined).says;
        const shape = mergedTargetOf(action);
        if (!shape || shape.removes || shape.explicit || !snapshot) return `${capital(sentence)}.`;
        const before = shape.read(snapshot);
        const edits = Object.entries(editsOf(change)).map(
            ([member, value]) =>
                `${member.replace('parameters.', '')} from ${short(before[member])} to ${short(value)}`,
        );
        return edits.length === 0 ? `${capital(sentence)}.` : `${capital(sentence)}: ${edits.join(', ')}.`;
    });
    const more = request.changes.length - shown.length;
    return more > 0 ? [...shown, `And ${more} more changes.`] : shown;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function short(value: unknown): string {
    if (value === undefined || value === null) return 'nothing';
    if (Array.isArray(value)) return joinValues(value);
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function joinValues(values: unknown[]): string {
    if (values.length === 0) return 'none';
    const names = values.slice(0, 5).map((each) => (isRecord(each) ? nameOf(each) : String(each)));
    return values.length > 5 ? `${names.join('; ')}; and ${values.length - 5} more` : names.join('; ');
}

/** Describes a constraint or a variant. */
const nameOf = (each: Record<string, unknown>): string =>
    'contextName' in each
        ? describeConstraint(each as unknown as DescribedConstraint)
        : `${each['name']} ${percent(Number(each['weight']))}`;
