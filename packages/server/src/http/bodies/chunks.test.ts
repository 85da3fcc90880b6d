import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { BufferPool } from './buffer-pool.ts';
import { jsonInChunks, streamed } from './chunks.ts';
import { PartWriter } from './fragment-writer.ts';

const LONG = Buffer.alloc(100_000, 'ü');

test('fragments and the text between them are sent in order, however long they are', async () => {
    const into = new PartWriter();
    function* steps() {
        into.text('ä');
        into.text('b');
        yield;
        into.part(LONG);
        yield;
        into.part(Buffer.from('c'));
        into.text('ö'.repeat(70_000));
    }

    const bytes = await buffer(streamed(steps(), into));

    expect(bytes.equals(Buffer.concat([Buffer.from('äb'), LONG, Buffer.from(`c${'ö'.repeat(70_000)}`)]))).toBe(true);
});

test('memory of a response is reused once it is sent, and not before', () => {
    const pool = new BufferPool();
    const memoryOf = (into: PartWriter) => {
        into.text('x');
        return into.take()[0]!.buffer;
    };
    const [first, second] = [new PartWriter({ pool }), new PartWriter({ pool })];
    const [one, other] = [memoryOf(first), memoryOf(second)];
    first.giveBack();
    const third = memoryOf(new PartWriter({ pool }));
    const fourth = memoryOf(new PartWriter({ pool }));

    expect(one).not.toBe(other);
    expect(third).toBe(one);
    expect([one, other]).not.toContain(fourth);
});

test('a response stops when the client no longer reads', async () => {
    const into = new PartWriter();
    let steps = 0;
    let isOver = false;
    function* endless() {
        try {
            for (;;) {
                steps++;
                into.part(LONG);
                yield;
            }
        } finally {
            isOver = true;
        }
    }
    const answer = streamed(endless(), into);
    await once(answer, 'readable');
    await new Promise(setImmediate);
    const begun = steps;

    answer.destroy();
    await once(answer, 'close');

    expect(begun).toBeLessThan(10);
    expect(steps).toBe(begun);
    expect(isOver).toBe(true);
});

test('an error in the middle ends the response', async () => {
    const into = new PartWriter();
    // biome-ignore lint/correctness/useYield: it does not get that far
    function* broken(): Generator<void> {
        into.text('{');
        throw new Error('broken');
    }

    await expect(buffer(streamed(broken(), into))).rejects.toThrow('broken');
});

test('a response in pieces equals the JSON of the whole', async () => {
    const list = Array.from({ length: 3_000 }, (_, id) => ({ id, name: `flag-${id}`, deep: [{ list: [[[id]]] }] }));
    for (const answer of [
        {},
        { a: undefined, b: [], c: null, 'd"': 'ü' },
        { list, more: [{ list: list.slice(0, 2) }] },
    ]) {
        const headers = new Map<string, string>();
        const reply = { header: (name: string, value: string) => headers.set(name, value) };
        const sent = await jsonInChunks(answer, reply);
        const bytes = sent instanceof Readable ? await buffer(sent) : sent;
        expect(bytes.toString()).toBe(JSON.stringify(answer));
        expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    }
});
