import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FreezeWindow } from './approvals.queries.ts';
import { type FrozenDates, toFrozen, toWeeklyWindows, type WeeklyWindow } from './frozen-weeks.ts';
import { RuleRows } from './RuleRows.tsx';
import { dayName } from './rule-sentences.ts';
import { browserZone, ZoneSelect } from './ZoneSelect.tsx';

interface Props {
    value: readonly FreezeWindow[];
    onChange: (value: FreezeWindow[]) => void;
}

const WEEK = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: String(day), label: dayName(day) }));

const isWhole = ({ from, to }: WeeklyWindow) => from !== '' && to !== '';

/** The freeze windows: weekly, or for a range of days. */
export function FrozenTimes({ value, onChange }: Props) {
    // Stored separately, because incomplete times cannot be sent, and one weekly stretch is sent as several entries.
    const [weeks, setWeeks] = useState(() => toWeeklyWindows(value));
    const [dates, setDates] = useState<FrozenDates[]>(() => value.filter(({ days }) => !days));
    function change(nextWeeks: WeeklyWindow[], nextDates: FrozenDates[]) {
        setWeeks(nextWeeks);
        setDates(nextDates);
        onChange([...nextWeeks.filter(isWhole).flatMap(toFrozen), ...nextDates]);
    }
    return (
        <>
            <RuleRows
                title="Weekly freeze"
                add="Add weekly freeze"
                rows={weeks}
                empty={{ timeZone: browserZone, fromDay: 5, from: '18:00', toDay: 1, to: '08:00' }}
                onChange={(next) => change(next, dates)}
                row={(each, set) => (
                    <>
                        <Day label="From" value={each.fromDay} onChange={(fromDay) => set({ ...each, fromDay })} />
                        <Time label="At" value={each.from} onChange={(from) => set({ ...each, from })} />
                        <Day label="To" value={each.toDay} onChange={(toDay) => set({ ...each, toDay })} />
                        <Time label="At" value={each.to} onChange={(to) => set({ ...each, to })} />
                        <ZoneSelect value={each.timeZone} onChange={(timeZone) => set({ ...each, timeZone })} />
                    </>
                )}
            />
            <RuleRows
                title="One-off freeze"
                add="Add one-off freeze"
                rows={dates}
                empty={{ timeZone: browserZone, from: '', to: '' }}
                onChange={(next) => change(weeks, next)}
                row={(each, set) => (
                    <>
                        <TextInput
                            type="datetime-local"
                            label="From"
                            value={each.from}
                            onChange={(event) => set({ ...each, from: event.currentTarget.value })}
                        />
                        <TextInput
                            type="datetime-local"
                            label="To"
                            value={each.to}
                            error={each.from && each.to && each.to <= each.from ? 'Must be after the start' : undefined}
                            onChange={(event) => set({ ...each, to: event.currentTarget.value })}
                        />
                        <ZoneSelect value={each.timeZone} onChange={(timeZone) => set({ ...each, timeZone })} />
                    </>
                )}
            />
        </>
    );
}

function Day({ label, value, onChange }: { label: string; value: number; onChange: (day: number) => void }) {
    return (
        <Select
            label={label}
            data={WEEK}
            allowDeselect={false}
            miw={120}
            value={String(value)}
            onChange={(day) => onChange(Number(day))}
        />
    );
}

function Time({ label, value, onChange }: { label: string; value: string; onChange: (time: string) => void }) {
    return (
        <TextInput type="time" label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)} />
    );
}
