import { Input, NumberInput, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useId } from '@mantine/hooks';
import { useState } from 'react';
import { type AsOf, fromLocalInput, isRevision, toLocalInput, zoneAt } from '../time/moment.ts';

interface Props {
    label: string;
    /** The initial value. Use another key when it changes from outside. */
    start: AsOf;
    /** Called with an empty string while the input is incomplete. */
    onChange: (asOf: AsOf) => void;
}

type Kind = 'now' | 'instant' | 'revision';

const kindOf = (asOf: AsOf): Kind => (asOf === undefined ? 'now' : isRevision(asOf) ? 'revision' : 'instant');

const MINUTE_MS = 60_000;

/** The initial date: an hour ago, in whole minutes. */
const anHourAgo = () => new Date((Math.floor(Date.now() / MINUTE_MS) - 60) * MINUTE_MS);

/** An input for a point in time: now, a date and time, or a revision. */
export function MomentInput({ label, start, onChange }: Props) {
    const id = useId();
    const [kind, setKind] = useState(kindOf(start));
    const [time, setTime] = useState(kind === 'instant' ? toLocalInput(start ?? '') : '');
    const [revision, setRevision] = useState(kind === 'revision' ? (start ?? '') : '');

    function choose(next: Kind) {
        setKind(next);
        if (next === 'now') onChange(undefined);
        else if (next === 'revision') onChange(revision);
        else enterTime(time || toLocalInput(anHourAgo()));
    }
    function enterTime(text: string) {
        setTime(text);
        onChange(fromLocalInput(text) ?? '');
    }

    return (
        <Stack gap={6}>
            <Input.Label id={id} labelElement="div">
                {label}
            </Input.Label>
            <SegmentedControl
                size="xs"
                aria-labelledby={id}
                value={kind}
                // The values are those passed above.
                onChange={(next) => choose(next as Kind)}
                data={[
                    { value: 'now', label: 'Now' },
                    { value: 'instant', label: 'Date and time' },
                    { value: 'revision', label: 'Revision' },
                ]}
            />
            {kind === 'instant' && (
                <TextInput
                    type="datetime-local"
                    aria-label="Date and time"
                    description={zoneAt(fromLocalInput(time) ?? new Date())}
                    inputWrapperOrder={['input', 'description']}
                    max={toLocalInput(new Date())}
                    value={time}
                    onChange={(event) => enterTime(event.currentTarget.value)}
                />
            )}
            {kind === 'revision' && (
                <NumberInput
                    aria-label="Revision"
                    placeholder="Number of an event"
                    description="The state right after this event"
                    inputWrapperOrder={['input', 'description']}
                    min={1}
                    allowDecimal={false}
                    allowNegative={false}
                    value={revision}
                    onChange={(next) => {
                        setRevision(String(next));
                        onChange(String(next));
                    }}
                />
            )}
        </Stack>
    );
}
