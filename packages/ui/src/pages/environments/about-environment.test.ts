import { expect, test } from 'vitest';
import { aboutEnvironment } from './about-environment.ts';

const staging = { name: 'staging', type: 'pre-production' };

test('an empty or unchanged environment needs no message', () => {
    expect(aboutEnvironment(undefined, { name: 'new', type: 'production', source: '' })).toBeUndefined();
    expect(aboutEnvironment(staging, { ...staging, source: '' })).toBeUndefined();
    expect(aboutEnvironment(staging, { name: 'staging', type: 'test', source: '' })).toBeUndefined();
});

test('the message for a copy names the environment that the flags are copied from', () => {
    expect(aboutEnvironment(undefined, { name: 'new', type: 'development', source: 'staging' })).toContain(
        'start with the configuration of staging',
    );
});

test('the message for a change to or from production mentions reviews', () => {
    expect(aboutEnvironment(staging, { name: 'staging', type: 'production', source: '' })).toContain('are reviewed');
    const live = { name: 'live', type: 'production' };
    expect(aboutEnvironment(live, { name: 'live', type: 'test', source: '' })).toContain('no longer reviewed');
});
