import { expect, test } from 'vitest';
import { monthName } from '../../components/time/calendar-days.ts';
import { ageLabel, daysLabel, flagTypeColour, trendOf } from './insight-labels.ts';

test('ages are abbreviated for charts', () => {
    expect(ageLabel({ fromDays: 0, toDays: 7 })).toBe('≤ 1 wk');
    expect(ageLabel({ fromDays: 30, toDays: 90 })).toBe('≤ 3 mo');
    expect(ageLabel({ fromDays: 365, toDays: null })).toBe('older');
});

test('the twelve months have twelve names', () => {
    const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, '0')}`);
    expect(new Set(months.map(monthName)).size).toBe(12);
});

test('unknown days are not shown as zero', () => {
    expect([null, 1, 2.5].map(daysLabel)).toEqual(['none yet', '1 day', '2.5 days']);
});

test('a trend compares the first month with data with the last', () => {
    expect(trendOf([null, 80, 90, 70])).toBe(-10);
    expect(trendOf([null, null, 70])).toBeUndefined();
    expect(trendOf([])).toBeUndefined();
});

test('each flag type has its own colour', () => {
    const types = ['release', 'experiment', 'operational', 'kill-switch', 'permission', 'sunset', 'unknown'];
    expect(new Set(types.map(flagTypeColour)).size).toBe(types.length);
});
