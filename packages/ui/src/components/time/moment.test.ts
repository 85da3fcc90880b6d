import { expect, test } from 'vitest';
import { fromLocalInput, isRevision, toLocalInput, zoneAt } from './moment.ts';

test('an instant survives the way through an input of date and time', () => {
    for (const instant of ['2026-03-14T09:30:00.000Z', '2026-11-03T23:59:07.000Z']) {
        expect(fromLocalInput(toLocalInput(instant))).toBe(instant);
    }
});

test('what is no moment is none', () => {
    expect(toLocalInput('yesterday')).toBe('');
    expect(fromLocalInput('')).toBeUndefined();
    expect(isRevision('812')).toBe(true);
    expect(isRevision('2026-03-14T09:30:00Z')).toBe(false);
});

test('a time zone is shown with its name and UTC offset', () => {
    expect(zoneAt('2026-03-14T09:30:00Z')).toMatch(/^UTC$|^[\w/]+, UTC[+−]\d\d:\d\d$/);
});
