import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { BufferPool } from './buffer-pool.ts';
import { streamed } from './chunks.ts';
import { PartWriter } from './fragment-writer.ts';

const LONG = Buffer.alloc(100_000, 'ü');

test('fragments and the text between them are sent in order, regardless of their length', async () => {
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

test('the memory of a response is reused only after the response is sent', () => {
    const pool = new BufferPool();
    const memoryOf = (into: PartWriter) => {
        into.text('x');
        return into.take()[0]!.buffer;
    };
    const [first, second] = [new PartWriter({ pool }), new PartWriter({ pool })];
    const [firstMemory, secondMemory] = [memoryOf(first), memoryOf(second)];
    first.release();
    const third = memoryOf(new PartWriter({ pool }));
    const fourth = memoryOf(new PartWriter({ pool }));

    expect(firstMemory).not.toBe(secondMemory);
    expect(third).toBe(firstMemory);
    expect([firstMemory, secondMemory]).not.toContain(fourth);
});

test('building a response stops when the client disconnects', async () => {
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
    const response = streamed(endless(), into);
    await once(response, 'readable');
    await new Promise(setImmediate);
    const stepsBefore = steps;

    response.destroy();
    await once(response, 'close');

    expect(stepsBefore).toBeLessThan(10);
    expect(steps).toBe(stepsBefore);
    expect(isOver).toBe(true);
});

test('an error in the middle ends the response', async () => {
    const into = new PartWriter();
    // biome-ignore lint/correctness/useYield: it throws before the first yield
    function* broken(): Generator<void> {
        into.text('{');
        throw new Error('broken');
    }

    await expect(buffer(streamed(broken(), into))).rejects.toThrow('broken');
});
