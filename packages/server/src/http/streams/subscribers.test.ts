import { expect, test, vi } from 'vitest';
import type { EventStream } from './event-streams.ts';
import { Subscribers, type Topic } from './subscribers.ts';

/** Blocks for longer than a time slice, as a thousand messages together would. */
function block(): void {
    const start = performance.now();
    while (performance.now() - start < 5);
}

class Reader implements EventStream {
    readonly heard: string[] = [];
    readonly #closing: (() => void)[] = [];
    onSend: () => void = block;

    send(message: Buffer): void {
        this.heard.push(String(message));
        this.onSend();
    }

    onClose(listener: () => void): void {
        this.#closing.push(listener);
    }

    end(): void {
        for (const listener of this.#closing) listener();
    }

    async isStillAllowed(): Promise<boolean> {
        return true;
    }
}

/** Each message contains its start and end revision. */
function counter(topic: Partial<Topic<string>> = {}) {
    const state = { revision: 0 };
    const subscribers = new Subscribers<string>({
        revisionOf: () => state.revision,
        updateSince: (_group, since) => ({
            revision: state.revision,
            bytes: Buffer.from(`${since}-${state.revision}`),
        }),
        ...topic,
    });
    return {
        state,
        join: (key = 'all') => {
            const reader = new Reader();
            subscribers.add({ key, group: () => key, stream: reader, revision: state.revision });
            return reader;
        },
        change: () => {
            state.revision++;
            subscribers.announce();
        },
    };
}

const settled = (check: () => void) => vi.waitFor(check, { interval: 1, timeout: 60_000 });

test('notifying many subscribers yields to other work', async () => {
    const { join, change } = counter();
    const readers = Array.from({ length: 10 }, () => join());
    let most = 0;
    const count = () => readers.filter(({ heard }) => heard.length > 0).length;

    change();
    while (count() < 10) {
        const before = count();
        await new Promise(setImmediate);
        most = Math.max(most, count() - before);
    }

    expect(most).toBeLessThanOrEqual(2);
});

test('every subscriber receives all changes in order and once, while others connect and disconnect', async () => {
    const { join, change } = counter();
    const readers = Array.from({ length: 6 }, () => join());
    const late: Reader[] = [];
    // During the first round: another change, a subscriber that leaves before its message, and a new one.
    readers[2]!.onSend = () => {
        if (late.length > 0) return;
        change();
        readers[5]!.end();
        late.push(join());
        change();
    };

    change();
    await settled(() => {
        for (const { heard } of [...readers.slice(0, 5), ...late]) expect(heard.at(-1)).toMatch(/-3$/);
    });

    for (const { heard } of readers.slice(0, 5)) {
        const steps = heard.map((step) => step.split('-').map(Number));
        expect(steps[0]![0]).toBe(0);
        for (const [index, [from]] of steps.entries()) if (index > 0) expect(from).toBe(steps[index - 1]![1]);
    }
    expect(readers[0]!.heard).toEqual(['0-1', '1-3']);
    expect(readers[5]!.heard).toEqual([]);
    expect(late[0]!.heard).toEqual(['2-3']);
});

test('a message is built once for all subscribers of a group', async () => {
    const updateSince = vi.fn(() => ({ revision: 1, bytes: Buffer.from('news') }));
    const { join, change } = counter({ updateSince });
    const readers = ['a', 'a', 'b', 'a'].map(join);

    change();
    await settled(() => expect(readers.map(({ heard }) => heard)).toEqual(readers.map(() => ['news'])));

    expect(updateSince).toHaveBeenCalledTimes(2);
});

test('a subscriber whose access is unknown receives everything once it is confirmed, and does not delay others', async () => {
    let mayReceive = false;
    const { join, change } = counter({ mayReceive: (group) => group === 'free' || mayReceive });
    const [held, free] = [join('held'), join('free')];

    change();
    await settled(() => expect(free.heard).toEqual(['0-1']));
    change();
    await settled(() => expect(free.heard).toEqual(['0-1', '1-2']));
    expect(held.heard).toEqual([]);
    mayReceive = true;
    change();

    await settled(() => expect(held.heard).toEqual(['0-3']));
});

test('no subscriber is notified while access cannot be checked, and all are notified afterwards', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
        const prepare = vi.fn(async () => {}).mockRejectedValueOnce(new Error('The database is unavailable.'));
        const { join, change } = counter({ prepare });
        const reader = join();

        change();
        while (prepare.mock.calls.length === 0 || vi.getTimerCount() === 0) await new Promise(setImmediate);
        expect(reader.heard).toEqual([]);
        await vi.advanceTimersByTimeAsync(5_000);
        while (reader.heard.length === 0) await new Promise(setImmediate);

        expect(reader.heard).toEqual(['0-1']);
    } finally {
        vi.useRealTimers();
    }
});
