import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import { useChangeBlock } from '../api/connection.ts';

/** The submit button of a form. It is disabled, with the reason as its tooltip, while the service accepts no changes. */
export function SubmitButton({ disabled = false, ...props }: ButtonProps) {
    const block = useChangeBlock();
    return (
        <Tooltip label={block} disabled={block === undefined}>
            {/* A disabled button gets no pointer events, so the tooltip needs a wrapper element. */}
            <span>
                <Button {...props} type="submit" disabled={disabled || block !== undefined} />
            </span>
        </Tooltip>
    );
}
