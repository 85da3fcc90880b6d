import { expect, test } from 'vitest';
import { testApp } from '../../test/support/test-app.ts';

test('compiled flags keep the revision that they belong to, however long a caller holds them', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'a', enabled: true });
    const snapshot = app.services.snapshots.of('development');

    const before = await snapshot.compiled(['default']);
    const { revision } = snapshot;
    await app.has.flag({ name: 'b', enabled: true });
    const after = await snapshot.compiled(['default']);

    expect([before.revision, after.revision]).toEqual([revision, snapshot.revision]);
    expect([before.flags.flags.length, after.flags.flags.length]).toEqual([1, 2]);
});

test('a change during the first compilation of an environment is included', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'a', enabled: true });
    const snapshot = app.services.snapshots.of('development');

    const compiling = snapshot.compiled(undefined);
    await app.has.flag({ name: 'b', enabled: true });
    await compiling;

    const { flags, revision } = await snapshot.compiled(undefined);
    expect(flags.flags.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(revision).toBe(snapshot.revision);
});
