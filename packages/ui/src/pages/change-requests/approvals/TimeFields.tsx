import { Group, TextInput } from '@mantine/core';
import { instantIn, inZone, localIn } from '../../../components/time/zoned.ts';
import { browserZone, ZoneSelect } from './ZoneSelect.tsx';

/** A future local time in a time zone. */
export interface Time {
    local: string;
    timeZone: string;
}

const DAY_MS = 86_400_000;

/** The initial value: the same hour tomorrow. */
export const tomorrow = (): Time => ({
    local: `${localIn(browserZone, new Date(Date.now() + DAY_MS)).slice(0, 13)}:00`,
    timeZone: browserZone,
});

interface Props {
    value: Time;
    onChange: (time: Time) => void;
    problem?: string | undefined;
}

export function TimeFields({ value, onChange, problem }: Props) {
    const instant = instantIn(value.timeZone, value.local);
    return (
        <Group gap="xs" align="start">
            <TextInput
                type="datetime-local"
                label="Date and time"
                value={value.local}
                onChange={(event) => onChange({ ...value, local: event.currentTarget.value })}
                error={problem}
                description={
                    instant && value.timeZone !== browserZone && !problem
                        ? `In your time zone: ${inZone(browserZone, instant)}`
                        : undefined
                }
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                flex={1}
                miw={210}
            />
            <ZoneSelect value={value.timeZone} onChange={(timeZone) => onChange({ ...value, timeZone })} />
        </Group>
    );
}
