import { expect, test, vi } from 'vitest';
import type { Services } from '../../../app/services.ts';
import type { FeedChanges } from '../../../changes/change-feed.ts';
import type { StoredEvent } from '../../../changes/event-log.ts';
import { SYSTEM_ACTOR } from '../../../core/access/actor.ts';
import type { EventStream } from '../../../http/streams/event-streams.ts';
import { LiveSubscribers } from './live-subscribers.ts';

test('a subscriber that loses its permission during the check of permissions receives no further notification', async () => {
    const followers: ((changes: FeedChanges) => unknown)[] = [];
    const changeFeed = { revision: 1, follow: (follower: (typeof followers)[0]) => void followers.push(follower) };
    const sessions = { openAmong: async (secrets: readonly string[]) => new Set(secrets) };
    const snapshots = { epoch: '0123456789' };
    const subscribers = new LiveSubscribers({ changeFeed, sessions, snapshots } as Services);
    const change = (id: number, type: string) =>
        followers[0]!({ revision: id, events: [{ id, type, project: null } as StoredEvent], publications: [] });
    const heard: string[] = [];
    let isOver = false;
    // The first check still succeeds, but the permission is lost before its result arrives.
    const isStillAllowed = vi.fn(async () => {
        if (isStillAllowed.mock.calls.length > 1) return false;
        await change(3, 'user-deleted');
        return true;
    });
    const stream: EventStream = {
        send: (message) => void (isOver || heard.push(String(message))),
        onClose: () => undefined,
        end: () => {
            isOver = true;
        },
        isStillAllowed,
    };

    subscribers.join({ ...SYSTEM_ACTOR, sessionId: 'session' }, () => stream);
    expect(heard.splice(0)).toHaveLength(1);
    await change(2, 'segment-created');
    await vi.waitFor(() => expect(isOver).toBe(true), { timeout: 60_000 });

    expect(heard).toEqual([]);
});
