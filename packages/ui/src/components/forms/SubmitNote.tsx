import { Text } from '@mantine/core';
import { useChangeBlock } from '../../api/connection.ts';
import classes from './SubmitNote.module.css';

/** Beside the buttons of a dialog or drawer: why it cannot be submitted. It covers the banner about the connection. */
export function SubmitNote({ missing }: { missing?: string | undefined }) {
    const reason = useChangeBlock() ?? missing;
    return (
        reason && (
            <Text size="xs" c="dimmed" className={classes['note']}>
                {reason}
            </Text>
        )
    );
}
