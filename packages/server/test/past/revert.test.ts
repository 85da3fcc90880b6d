import fc from 'fast-check';
import { expect, test } from 'vitest';
import { definitionsAt } from '../../src/publications/definitions-at.ts';
import { withHidden } from '../../src/publications/hidden.ts';
import { runs } from '../support/runs.ts';
import { type TestApp, testApp } from '../support/test-app.ts';
import { beginHistory, history } from './histories.ts';

/** The flags of a project at a revision, with ids, titles and disabled strategies. */
async function flagsOf(app: TestApp, revision: number): Promise<Record<string, { project: string }>> {
    const definitions: Record<string, { project: string }> = {};
    for (const environment of ['development', 'production']) {
        const { flags } = await definitionsAt(app.services.db, { environment, revision });
        for (const { name, json, hidden } of flags.values()) {
            definitions[`${environment} ${name}`] = withHidden(json, hidden) as { project: string };
        }
    }
    return definitions;
}

test('reverting a project to a moment restores the definitions of that moment', { timeout: 180_000 }, async () => {
    let reverted = 0;
    await fc.assert(
        fc.asyncProperty(history({ minLength: 8, maxLength: 14 }), fc.nat(), async (steps, choice) => {
            const app = await testApp();
            const { take } = await beginHistory(app);
            const moments = [await app.revision()];
            for (const step of steps) {
                // The environments of a project are not part of a flag (decision 66).
                if (step.does === 'environment') continue;
                await take(step);
                moments.push(await app.revision());
            }
            const then = moments[choice % moments.length]!;
            const expected = await flagsOf(app, then);

            for (const project of ['default', 'other']) {
                const now = await flagsOf(app, await app.revision());
                const { status, body } = await app.send('POST', `/api/admin/projects/${project}/revert`, {
                    headers: { 'content-type': 'application/json' },
                    rawBody: JSON.stringify({ to: String(then) }),
                });
                expect([200, 400], JSON.stringify(body)).toContain(status);
                if (status === 400) expect(body.message).toContain('There is nothing to revert');
                const after = await flagsOf(app, await app.revision());
                // Flags moved between projects since then are unchanged, and reported.
                const ofProject = (all: typeof now) =>
                    Object.fromEntries(
                        Object.entries(all).filter(
                            ([key, flag]) => flag.project === project && !hasMoved(key, expected, now),
                        ),
                    );
                expect(ofProject(after)).toEqual(ofProject(expected));
                if (status === 200) reverted++;
            }
            await app.close();
        }),
        { numRuns: runs(6), endOnFailure: true },
    );
    expect(reverted).toBeGreaterThan(0);
});

const hasMoved = (key: string, ...sides: Record<string, { project: string }>[]) =>
    new Set(sides.flatMap((side) => side[key]?.project ?? [])).size > 1;
