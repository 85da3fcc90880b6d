import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { testApp } from '../../test/support/test-app.ts';

/* The ETag of all flags must change with any flag, whatever the members of other projects write into their own flags. */

/** A hash that an attacker can solve: sums of these numbers modulo 2^48. */
const DIGESTS = 2 ** 48;
const weakDigestOf = (text: string) => Number.parseInt(hash('sha1', text, 'hex').slice(0, 12), 16);

interface Sum {
    value: number;
    /** The number of the description of each flag. */
    choices: number[];
}

const CANDIDATES = 8_192;

/** Sums of one element of each list that are 0 modulo 2^bits: the birthday problem, divided. */
function merge(one: readonly Sum[], two: readonly Sum[], bits: number): Sum[] {
    const modulus = 2 ** bits;
    const byRest = Map.groupBy(two, ({ value }) => value % modulus);
    return one.flatMap(({ value, choices }) =>
        (byRest.get((modulus - (value % modulus)) % modulus) ?? []).map((other) => ({
            value: (value + other.value) % DIGESTS,
            choices: [...choices, ...other.choices],
        })),
    );
}

/** Returns a description for each flag, so that the sum of all weak digests changes by `target`. */
function forge(flags: readonly Record<string, unknown>[], target: number): string[] {
    const describe = (index: number, choice: number) => `Text ${index}-${choice}`;
    let lists = flags.map((flag, index) =>
        Array.from({ length: CANDIDATES }, (_, choice): Sum => {
            const after = weakDigestOf(JSON.stringify({ ...flag, description: describe(index, choice) }));
            const wanted = index === 0 ? target : 0;
            return {
                value: (after - weakDigestOf(JSON.stringify(flag)) - wanted + 2 * DIGESTS) % DIGESTS,
                choices: [choice],
            };
        }),
    );
    for (const bits of [13, 26, 48]) {
        lists = Array.from({ length: lists.length / 2 }, (_, pair) =>
            merge(lists[2 * pair]!, lists[2 * pair + 1]!, bits),
        );
    }
    return lists[0]![0]!.choices.map((choice, index) => describe(index, choice));
}

test('descriptions chosen by a member of another project cannot hide that a flag was turned off', async () => {
    const app = await testApp();
    await app.has.project({ id: 'other' });
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    for (const name of names) await app.has.flag({ name, project: 'other', description: 'x' });
    await app.has.flag({ name: 'victim', enabled: true });
    const { secret: token } = await app.has.token({ type: 'client', environment: 'development' });
    const read = (path: string, headers = {}) => app.send('GET', `/api/client/features${path}`, { token, headers });
    const own: Record<string, unknown>[] = [];
    for (const name of names) own.push((await read(`/${name}`)).body);
    const { body: before } = await read('/victim');
    const etag = (await read('')).headers.get('etag')!;
    const on = weakDigestOf(JSON.stringify(before));
    const off = weakDigestOf(JSON.stringify({ ...before, enabled: false }));
    const descriptions = forge(own, (on - off + DIGESTS) % DIGESTS);

    await app.post('/api/admin/projects/default/features/victim/environments/development/off');
    for (const [index, name] of names.entries()) {
        const patch = [{ op: 'replace', path: '/description', value: descriptions[index] }];
        await app.patch(`/api/admin/projects/other/features/${name}`, patch);
    }

    // The sum of the weak digests is the same as before.
    let sum = weakDigestOf(JSON.stringify((await read('/victim')).body)) - on;
    for (const [index, name] of names.entries()) {
        const after = (await read(`/${name}`)).body;
        expect(after).toEqual({ ...own[index], description: descriptions[index] });
        sum += weakDigestOf(JSON.stringify(after)) - weakDigestOf(JSON.stringify(own[index]));
    }
    expect(sum % DIGESTS).toBe(0);
    const answer = await read('', { 'if-none-match': etag });
    expect(answer.status).toBe(200);
    expect(answer.body.features.find(({ name }: { name: string }) => name === 'victim')).toMatchObject({
        enabled: false,
    });
});
