import { Button, Text } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Flag } from '../../../api/types.ts';
import { isEvaluated } from '../environment-state.ts';
import classes from '../page/FlagOverviewTab.module.css';

/** For a flag that no application has evaluated yet: explains how to evaluate it in code. */
export function HowToEvaluate({ flag }: { flag: Flag }) {
    if (isEvaluated(flag) || flag.archived) return null;
    return (
        <div className={classes['ask']}>
            <IconPlugConnected size={18} stroke={1.7} aria-hidden="true" />
            <Text size="sm">
                No application evaluates <b>{flag.name}</b> yet. Add it to your code; this page shows when the first
                evaluation arrives.
            </Text>
            <Button
                size="xs"
                variant="light"
                renderRoot={(props) => <Link to="/connect" search={{ flag: flag.name }} {...props} />}
            >
                Show me how
            </Button>
        </div>
    );
}
