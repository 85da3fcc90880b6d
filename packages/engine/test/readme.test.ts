import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { expect, test } from 'vitest';
import * as engine from '../src/index.ts';

/** The samples of the README, in order: later ones use the variables of earlier ones. */
const samples = [
    ...readFileSync(join(import.meta.dirname, '../README.md'), 'utf8').matchAll(/```ts\n([^`]*import [^`]*)```/g),
].map(([, code]) => code!);

test('the samples of the README use existing functions and have the documented results', () => {
    const imports = samples.flatMap((code) => [...code.matchAll(/import \{ (.*) \} from '@halyard\/engine'/g)]);
    const names = imports.flatMap(([, list]) => list!.split(', '));
    const program = stripTypeScriptTypes(samples.join('').replaceAll(/^import .*$/gm, ''));
    const context = createContext({ ...engine });

    runInContext(program, context);
    const result = (code: string) => JSON.parse(runInContext(`JSON.stringify(${code})`, context));

    expect(samples).toHaveLength(3);
    expect(Object.keys(engine)).toEqual(expect.arrayContaining(names));
    expect(result("evaluate(flags, 'new-checkout', { userId: '2', properties: { country: 'no' } })")).toEqual({
        name: 'new-checkout',
        enabled: true,
        impressionData: false,
        variant: { name: 'blue', enabled: true, payload: { type: 'string', value: '#00f' }, feature_enabled: true },
    });
    expect(result("explain(flags, 'new-checkout', { userId: '42', properties: { country: 'dk' } })")).toMatchObject({
        enabled: false,
        reason: 'no strategy applies',
        strategyResult: false,
        strategies: [
            {
                result: { enabled: false, evaluationStatus: 'complete' },
                reason: 'country "dk" does not match, so IN is not met',
                constraints: [{ contextName: 'country', operator: 'IN', result: false, seen: 'dk' }],
                rollout: { stickiness: 'default', hashInput: 'new-checkout:42', bucket: 74, threshold: 50 },
            },
        ],
    });
    expect(result('enabled').map((fragment: string) => JSON.parse(fragment).variant.name)).toEqual(['blue']);
});
