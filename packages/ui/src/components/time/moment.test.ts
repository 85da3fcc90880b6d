import { expect, test } from 'vitest';
import { fromLocalInput, isRevision, toLocalInput, zoneAt } from './moment.ts';

test('an instant survives the round trip through a date-time input', () => {
    for (const instant of ['2026-03-14T09:30:00.000Z', '2026-11-03T23:59:07.000Z']) {
        expect(fromLocalInput(toLocalInput(instant))).toBe(instant);
    }
});

test('an invalid date becomes undefined or an empty input', () => {
    expect(toLocalInput('yesterday')).toBe('');
    expect(fromLocalInput('')).toBeUndefined();
    expect(isRevision('812')).toBe(true);
    expect(isRevision('2026-03-14T09:30:00Z')).toBe(false);
});

test('a time zone is shown with its name and UTC offset', () => {
    expect(zoneAt('2026-03-14T09:30:00Z')).toMatch(/^UTC$|^[\w/]+, UTC[+−]\d\d:\d\d$/);
});
