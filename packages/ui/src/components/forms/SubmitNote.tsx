import { Text } from '@mantine/core';
import { useChangeBlock } from '../../api/connection.ts';
import classes from './SubmitNote.module.css';

/** The reason why a dialog or drawer cannot be submitted, beside its buttons. Dialogs cover the banner about the connection. */
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
