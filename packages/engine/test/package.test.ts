import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const sources = globSync('src/**/*.ts', { cwd: root });

test.each(sources)('%s uses neither host APIs, the clock nor random numbers', (file) => {
    const source = readFileSync(join(root, file), 'utf8');

    expect(source).not.toMatch(
        /from 'node:|require\(|process\.|globalThis|Date\.now\(|Math\.random\(|new Date\(\)|\bany\b;/,
    );
});

test('the package runs without any host API', async () => {
    const { outputFiles } = await build({
        entryPoints: [join(root, 'src/index.ts')],
        bundle: true,
        platform: 'browser',
        format: 'iife',
        globalName: 'engine',
        target: 'es2022',
        write: false,
    });
    const bare = createContext({});
    runInContext(outputFiles[0]!.text, bare);
    const answer = runInContext(
        `const constraints = [
            { contextName: 'email', operator: 'REGEX', value: '@example\\\\.com$' },
            { contextName: 'address', operator: 'IN_CIDR', values: ['10.0.0.0/8'] },
        ];
        const strategies = [{ name: 'flexibleRollout', parameters: { rollout: '100', groupId: 'ø' }, constraints }];
        const set = engine.compileFlags(
            { features: [{ name: 'flag', enabled: true, strategies }] },
            { now: () => 0, random: () => 0.5 },
        );
        engine.explain(set, 'flag', { userId: 'ø', email: 'a@example.com', address: '10.1.2.3' }).enabled;`,
        bare,
    );

    expect(answer).toBe(true);
});
