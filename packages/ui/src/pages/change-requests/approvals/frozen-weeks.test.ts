import { expect, test } from 'vitest';
import { toFrozen, toWeeklyWindows, type WeeklyWindow } from './frozen-weeks.ts';

const weekend: WeeklyWindow = { timeZone: 'Europe/Oslo', fromDay: 5, from: '18:00', toDay: 1, to: '08:00' };

test('a weekend is stored as adjacent days and read back as one stretch', () => {
    const frozen = toFrozen(weekend);
    expect(frozen).toEqual([
        { timeZone: 'Europe/Oslo', days: [5, 6], from: '18:00', to: '18:00' },
        { timeZone: 'Europe/Oslo', days: [7], from: '18:00', to: '08:00' },
    ]);
    expect(toWeeklyWindows(frozen)).toEqual([weekend]);
});

test.each<Partial<WeeklyWindow>>([
    { fromDay: 2, from: '12:00', toDay: 2, to: '13:30' },
    { fromDay: 2, from: '22:00', toDay: 3, to: '06:00' },
    { fromDay: 1, from: '00:00', toDay: 2, to: '00:00' },
    { fromDay: 7, from: '20:15', toDay: 1, to: '20:15' },
    { fromDay: 3, from: '10:00', toDay: 2, to: '09:00' },
])('%j survives the round trip', (part) => {
    const stretch = { ...weekend, ...part };
    expect(toWeeklyWindows(toFrozen(stretch))).toEqual([stretch]);
});

test('stretches in different zones and stretches that are not adjacent remain separate', () => {
    const night: WeeklyWindow = { timeZone: 'UTC', fromDay: 2, from: '22:00', toDay: 3, to: '06:00' };
    const noon: WeeklyWindow = { timeZone: 'UTC', fromDay: 4, from: '12:00', toDay: 4, to: '13:00' };
    expect(toWeeklyWindows([weekend, night, noon].flatMap(toFrozen))).toEqual([weekend, night, noon]);
});
