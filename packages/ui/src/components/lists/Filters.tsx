import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFilter } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import classes from './Filters.module.css';

interface Props {
    /** The selected value of each filter; undefined for none. */
    chosen: readonly unknown[];
    children: ReactNode;
}

/** The filters of a list. On small screens they collapse behind a button that shows the number of active filters. */
export function Filters({ chosen, children }: Props) {
    const [isOpen, { toggle }] = useDisclosure();
    const fields = useId();
    const inUse = chosen.filter((value) => value !== undefined).length;
    return (
        <>
            <Button
                variant="default"
                className={classes['button'] ?? ''}
                leftSection={<IconFilter size={15} />}
                aria-expanded={isOpen}
                aria-controls={fields}
                onClick={toggle}
            >
                {inUse === 0 ? 'Filters' : `Filters (${inUse})`}
            </Button>
            <div id={fields} className={classes['fields']} data-open={isOpen || undefined}>
                {children}
            </div>
        </>
    );
}
