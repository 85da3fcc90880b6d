import { expect, test } from 'vitest';
import { presetsAt } from './presets.ts';

const local = (...parts: [number, number, number, number, number?]) => new Date(...parts).toISOString();

test('the presets are periods of the reader’s time zone, in whole minutes', () => {
    const now = new Date(2026, 10, 18, 10, 30, 45);

    expect(presetsAt(now, { lastChange: { id: 7, environment: 'production', createdAt: now.toISOString() } })).toEqual([
        { label: 'Last hour', from: local(2026, 10, 18, 9, 30) },
        { label: 'Last 24 hours', from: local(2026, 10, 17, 10, 30) },
        { label: 'Yesterday', from: local(2026, 10, 17, 0), to: local(2026, 10, 18, 0) },
        { label: 'Last night', from: local(2026, 10, 17, 18), to: local(2026, 10, 18, 8) },
        { label: 'Last change in production', from: '6', environment: 'production' },
    ]);
});

test('last night ends now if the morning is still to come', () => {
    const night = presetsAt(new Date(2026, 10, 18, 3), {}).find(({ label }) => label === 'Last night');

    expect(night).toEqual({ label: 'Last night', from: local(2026, 10, 17, 18) });
});

test('without a change in production, there is no such preset', () => {
    expect(presetsAt(new Date(), {}).map(({ label }) => label)).not.toContain('Last change in production');
});

test('a new installation has no periods before its first change', () => {
    const now = new Date(2026, 10, 18, 10, 30);
    const firstChange = local(2026, 10, 18, 10, 5);
    const lastChange = { id: 1, environment: 'production', createdAt: firstChange };

    expect(presetsAt(now, { firstChange, lastChange })).toEqual([
        { label: 'Last hour', from: firstChange },
        { label: 'Last 24 hours', from: firstChange },
    ]);
});
