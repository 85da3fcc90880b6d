import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { SLOW } from './support/visitor.ts';

test('the UI is compiled against the OpenAPI document', SLOW, async () => {
    const script = path.resolve(import.meta.dirname, '../../packages/ui/scripts/api-types.mjs');

    const { stderr } = await promisify(execFile)(process.execPath, [script, '--check']);

    expect(stderr).toBe('');
});
