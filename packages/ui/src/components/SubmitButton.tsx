import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import { useChangeBlock } from '../api/connection.ts';

/** Sends a form that changes something. It is disabled while the service accepts no changes, and says why. */
export function SubmitButton({ disabled = false, ...props }: ButtonProps) {
    const block = useChangeBlock();
    return (
        <Tooltip label={block} disabled={block === undefined}>
            {/* A disabled button gets no pointer events, so the tooltip needs an element around it. */}
            <span>
                <Button {...props} type="submit" disabled={disabled || block !== undefined} />
            </span>
        </Tooltip>
    );
}
