import { isRecord } from '@halyard/engine';
import { changeAction } from './change-actions.ts';
import type { ChangeRequest, ListedChangeRequest } from './change-request.queries.ts';

/** A change of a request with what it is about. */
export interface RequestedChange {
    id: number;
    action: string;
    payload: unknown;
    /** The flag, if it is about one. */
    feature?: string | undefined;
    /** How the segment is called, if it is about one. */
    name?: string | undefined;
    /** The same for all that are about the same thing. */
    about: string;
    conflict?: string | undefined;
    /** The content that it refers to, as it was when it was proposed. */
    references: NonNullable<Wire['references']>;
    /** What both sides changed differently. */
    conflictMembers: { member: string; base?: unknown; current?: unknown; proposed?: unknown }[];
    /** Why nothing of its flag can be applied. */
    flagConflict?: string | undefined;
    /** Descriptions of the side effects. */
    defaultChange?: string | undefined;
    /** Scheduled requests that change the same. */
    scheduledToo: { id: number; title?: string | undefined }[];
}

type Wire = ListedChangeRequest['features'][number]['changes'][number];

const common = ({ id, action, payload, references, conflict, conflicts, scheduleConflicts }: Wire) => ({
    id,
    action,
    payload,
    references: references ?? [],
    conflict,
    conflictMembers: conflicts ?? [],
    scheduledToo: scheduleConflicts?.changeRequests ?? [],
});

/** All changes of a request, those of flags first. */
export function allChanges(request: ListedChangeRequest | ChangeRequest): RequestedChange[] {
    return [
        ...request.features.flatMap(({ name, conflict, changes, defaultChange }) =>
            changes.map((change) => ({
                ...common(change),
                feature: name,
                about: name,
                flagConflict: conflict,
                defaultChange:
                    defaultChange && (changeAction(defaultChange.action)?.sideEffect ?? defaultChange.action),
            })),
        ),
        ...request.segments.map((change) => ({
            ...common(change),
            name: change.name,
            about: `segment ${change.name}`,
        })),
        ...request.settings.map((change) => ({ ...common(change), about: 'settings' })),
    ];
}

export const changeCount = (request: ListedChangeRequest | ChangeRequest) =>
    request.features.reduce((sum, { changes }) => sum + changes.length, 0) +
    request.segments.length +
    request.settings.length;

/** What to send to propose the same again: what it was proposed against is found out anew. */
export function toProposed({ feature, action, payload }: RequestedChange, content: unknown = payload) {
    return { action, ...(feature && { feature }), ...(content !== undefined && { payload: withoutSnapshot(content) }) };
}

function withoutSnapshot(payload: unknown): unknown {
    if (!isRecord(payload)) return payload;
    const { snapshot: _, ...rest } = payload;
    return rest;
}
