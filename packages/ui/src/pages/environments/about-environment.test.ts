import { expect, test } from 'vitest';
import { aboutEnvironment } from './about-environment.ts';

const staging = { name: 'staging', type: 'pre-production' };

test('an environment that begins with nothing, or goes on as it is, needs no words', () => {
    expect(aboutEnvironment(undefined, { name: 'new', type: 'production', source: '' })).toBeUndefined();
    expect(aboutEnvironment(staging, { ...staging, source: '' })).toBeUndefined();
    expect(aboutEnvironment(staging, { name: 'staging', type: 'test', source: '' })).toBeUndefined();
});

test('the message for a copy names the environment that the flags are copied from', () => {
    expect(aboutEnvironment(undefined, { name: 'new', type: 'development', source: 'staging' })).toContain(
        'start with the configuration of staging',
    );
});

test('becoming production, or no longer being it, says whether changes are reviewed', () => {
    expect(aboutEnvironment(staging, { name: 'staging', type: 'production', source: '' })).toContain('are reviewed');
    const live = { name: 'live', type: 'production' };
    expect(aboutEnvironment(live, { name: 'live', type: 'test', source: '' })).toContain('no longer reviewed');
});
