import type { NewEvent } from '../core/events/event-types.ts';
import { isSame, normalContent } from '../core/flags/normal-form.ts';

/** The members of an object by name; parameters as `parameters.rollout`. */
export type Members = Record<string, unknown>;

/** One change of a change request, without its action. */
export interface ProposedContent<Payload = unknown> {
    feature: string | null;
    payload: Payload;
    /** The state of the target when the change was proposed. */
    snapshot?: unknown;
}

/** The current objects in the environment of a change request. */
export interface CurrentObjects {
    strategies(flag: string): readonly { id: string; sortOrder?: number }[];
    environment(flag: string): { enabled: boolean; variants: unknown } | undefined;
    segment(id: number): object | undefined;
}

/** A kind of object that changes of requests update or remove, and how they are merged with concurrent changes of it. */
export interface ActionTarget {
    /** The subject at the beginning of a sentence. Targets with the same noun are the same kind of object. */
    noun: string;
    /** Whether the payload contains the id of the object; otherwise the flag has one such object per environment. */
    hasId?: true;
    /** The change has effects beyond its members: it is made even if the members already have these values. */
    always?: true;
    /** Members that count as changed whatever their value was before. */
    explicit?: readonly string[];
    /** The members are objects themselves: changes of members that no longer exist are dropped. */
    membersAreObjects?: true;
    /** Members that tell the position of the object, not its content. */
    positionMembers?: readonly string[];
    /** Whether requests are displayed without the state before. */
    hidesSnapshot?: true;
    /** Null: the object does not exist. */
    current(objects: CurrentObjects, change: ProposedContent): unknown;
    read(thing: unknown): Members;
    /** The desired state after applying the payload to the base. */
    proposed(payload: unknown, base: Members): Members;
    /** The payload that leads to these members. */
    write(members: Members, payload: unknown): unknown;
}

export type TargetEffect = 'creates' | 'updates' | 'removes';

export interface AffectedTarget {
    object: ActionTarget;
    effect: TargetEffect;
}

export const creates = (object: ActionTarget): AffectedTarget => ({ object, effect: 'creates' });
export const updates = (object: ActionTarget): AffectedTarget => ({ object, effect: 'updates' });
export const removes = (object: ActionTarget): AffectedTarget => ({ object, effect: 'removes' });

/** Compares a member in the normal form. Payloads and snapshots have been checked by their schemas. */
export const sameMember = (member: string, one: unknown, other: unknown): boolean =>
    isSame(normalContent({ [member]: one ?? undefined }), normalContent({ [member]: other ?? undefined }));

/** A strategy, as far as it refers to other objects. */
export interface ReferringStrategy {
    name?: unknown;
    segments?: unknown;
}

/** The rules of change requests for an action. */
export interface ActionRules<Payload> {
    /** Null: concurrent changes cannot interfere, except as the command itself checks. */
    target: AffectedTarget | null;
    /** The route that makes the same change directly. */
    route: `${'POST' | 'PUT' | 'DELETE'} /${string}`;
    /** The request to the route, if its body is not the payload without the id. */
    direct?(payload: Payload): { path?: string; body?: unknown };
    /** The effect on the flag as a whole. */
    flag?: 'created' | 'archived' | 'revived';
    /** Adds defaults and generated ids, so that the stored payload is complete. */
    completed?(payload: Payload, nextNumber: (counter: 'segments') => Promise<number>): object | Promise<object>;
    /** The strategy that the change stores. */
    strategy?(change: ProposedContent<Payload>): ReferringStrategy | null | undefined;
    /** The id of the release template that the change copies. */
    template?(payload: Payload): string | undefined;
    /** The effect on the strategies of the flag, by id: whether each is enabled. The flag is turned on after such changes. */
    strategies?(isEnabled: Map<unknown, boolean>, payload: Payload): void;
    /** Whether the change turns the flag on, which needs an enabled strategy. */
    turnsOn?(payload: Payload): boolean;
    /** Members of another target that the change may set, too. */
    alsoEdits?: { target: ActionTarget; members: string[] };
    /** The payload for the command when an approved request is applied. */
    applied?(payload: Payload): object;
    /** The payload in the proposal for a refused direct change, which recorded these events. */
    suggested?(payload: Payload, events: readonly NewEvent[]): object;
    /** Whether evaluating flags shows which users the change affects. */
    isMeasurable?(payload: Payload): boolean;
    /** The tags and types that the change gives to flags: approval rules can refer to them. */
    labels?(payload: Payload): { type?: string | undefined; tags?: readonly { type?: string; value: string }[] };
    /** Agents may not propose it. */
    isForPeople?: true;
}
