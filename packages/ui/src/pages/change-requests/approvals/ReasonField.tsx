import { Anchor, Textarea } from '@mantine/core';
import { useState } from 'react';

interface Props {
    value: string;
    onChange: (reason: string) => void;
}

interface FieldProps extends Props {
    isNeeded?: boolean;
    hasFocus?: boolean;
}

export const ReasonField = ({ isNeeded = false, hasFocus = false, value, onChange }: FieldProps) => (
    <Textarea
        label={isNeeded ? 'Reason' : 'Reason (optional)'}
        description="Shown next to the change in the audit log"
        autosize
        maxLength={500}
        // A required reason is the only input of an urgent change. The rules may arrive after the dialog, so the key mounts it again.
        key={String(isNeeded)}
        autoFocus={hasFocus}
        data-autofocus={hasFocus || undefined}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
    />
);

/** A link that shows the field. */
export function OptionalReason(props: Props) {
    const [isShown, setIsShown] = useState(false);
    if (isShown) return <ReasonField {...props} />;
    return (
        <Anchor component="button" type="button" size="xs" w="fit-content" onClick={() => setIsShown(true)}>
            Add a reason
        </Anchor>
    );
}
