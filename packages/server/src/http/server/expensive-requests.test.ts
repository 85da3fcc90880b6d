import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { SYSTEM_ACTOR } from '../../core/access/actor.ts';
import { RequestAborted } from '../../core/concurrency/yielding.ts';
import { ExpensiveRequests } from './expensive-requests.ts';

const actor = (userId: number) => ({ ...SYSTEM_ACTOR, userId });
// Only the events of the response are used.
const response = () => new EventEmitter() as ServerResponse;

test('a slot is released after both the response has ended and the work is done', async () => {
    const requests = new ExpensiveRequests(2);
    const [closed, sent] = [response(), response()];
    const work = Promise.withResolvers<void>();
    const disconnected = requests.enter(actor(1), closed)(() => work.promise);
    closed.emit('close');

    expect(() => requests.enter(actor(1), response())).toThrow('You have 1 expensive requests in progress');
    work.resolve();
    await disconnected;

    await requests.enter(actor(1), sent)(async () => undefined);
    expect(() => requests.enter(actor(1), response())).toThrow('You have 1 expensive requests in progress');
    sent.emit('finish');
    sent.emit('close');

    requests.enter(actor(1), response());
    expect(() => requests.enter(actor(1), response())).toThrow('You have 1 expensive requests in progress');
});

test('failed work, and a request that never starts its work, release their slot', async () => {
    const requests = new ExpensiveRequests(2);
    const [failing, refused] = [response(), response()];
    const run = requests.enter(actor(1), failing);
    await expect(run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    failing.emit('finish');
    requests.enter(actor(1), refused);
    refused.emit('close');

    expect(() => requests.enter(actor(1), response())).not.toThrow();
});

test('work does not start after the response has ended, because its slot is released', async () => {
    const requests = new ExpensiveRequests(2);
    const closed = response();
    const run = requests.enter(actor(1), closed);
    closed.emit('close');
    let hasStarted = false;
    await expect(
        run(async () => {
            hasStarted = true;
        }),
    ).rejects.toThrow(RequestAborted);

    expect(hasStarted).toBe(false);
    requests.enter(actor(1), response());
    expect(() => requests.enter(actor(1), response())).toThrow('You have 1 expensive requests in progress');
});

test('the limit per caller decreases as more slots are used', () => {
    const requests = new ExpensiveRequests(8);
    const taken = (userId: number) => {
        for (let count = 0; ; count++) {
            try {
                requests.enter(actor(userId), response());
            } catch {
                return count;
            }
        }
    };

    expect([1, 2, 3, 4, 5].map(taken)).toEqual([4, 2, 1, 1, 0]);
});
