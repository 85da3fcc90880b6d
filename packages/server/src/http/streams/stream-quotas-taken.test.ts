import { expect, test } from 'vitest';
import { StreamPlaces } from './stream-quotas.ts';

test('slots used by other processes of the node count here, too, until they are released', () => {
    const [one, other] = [new StreamPlaces(10), new StreamPlaces(10)];
    for (let i = 0; i < 8; i++) one.take({ key: 'token' });
    const moved = one.takeMoves();
    other.moveElsewhere(moved);

    expect(other.areLeftFor({ key: 'token' })).toBe(false);
    expect(other.areLeftFor({ key: 'another' })).toBe(true);
    expect(other.takeMoves().total).toBe(0);

    other.moveElsewhere(moved, -1);
    expect(other.taken).toEqual(new StreamPlaces(10).taken);
});
