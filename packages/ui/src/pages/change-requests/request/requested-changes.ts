import { isRecord } from '@halyard/engine';
import { changeAction } from './change-actions.ts';
import type { ChangeRequest, ListedChangeRequest } from './change-request.queries.ts';

/** A change of a request with its subject. */
export interface RequestedChange {
    id: number;
    action: string;
    payload: unknown;
    /** The name of the flag, if the change concerns one. */
    feature?: string | undefined;
    /** The name of the segment, if the change concerns one. */
    name?: string | undefined;
    /** The key of the subject. Changes of the same flag, segment or setting share it. */
    about: string;
    conflict?: string | undefined;
    /** The content that the change refers to, as of the time of the proposal. */
    references: NonNullable<ApiChange['references']>;
    /** The members that the author and another user changed differently. */
    conflictMembers: { member: string; base?: unknown; current?: unknown; proposed?: unknown }[];
    /** Why no change of this flag can be applied. */
    flagConflict?: string | undefined;
    /** Descriptions of the side effects. */
    defaultChange?: string | undefined;
    /** Scheduled requests that change the same object. */
    scheduledToo: { id: number; title?: string | undefined }[];
}

type ApiChange = ListedChangeRequest['features'][number]['changes'][number];

const common = ({ id, action, payload, references, conflict, conflicts, scheduleConflicts }: ApiChange) => ({
    id,
    action,
    payload,
    references: references ?? [],
    conflict,
    conflictMembers: conflicts ?? [],
    scheduledToo: scheduleConflicts?.changeRequests ?? [],
});

/** Returns all changes of a request, changes of flags first. */
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

/** Returns the body to propose the same change again. The service determines the base state again. */
export function toProposed({ feature, action, payload }: RequestedChange, content: unknown = payload) {
    return { action, ...(feature && { feature }), ...(content !== undefined && { payload: withoutSnapshot(content) }) };
}

function withoutSnapshot(payload: unknown): unknown {
    if (!isRecord(payload)) return payload;
    const { snapshot: _, ...rest } = payload;
    return rest;
}
