import { Button, CloseButton } from '@mantine/core';
import { IconArrowNarrowRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useFirstSteps } from './first-steps.ts';
import classes from './NextStep.module.css';

/** On the page of a flag: the next of the first steps for new users. */
export function NextStep({ flag }: { flag: string }) {
    const steps = useFirstSteps();
    if (!steps?.flag) return null;
    const { isOn, isConnected, hide } = steps;
    return (
        <aside className={classes['step']} aria-label="Next step">
            <IconArrowNarrowRight size={18} aria-hidden="true" />
            {isOn ? (
                <>
                    <p>
                        <b>Step 3 of 3.</b> Connect your first SDK: create a token, run a snippet, and your code
                        evaluates this flag.
                    </p>
                    {!isConnected && (
                        <Button size="xs" renderRoot={(props) => <Link to="/connect" search={{ flag }} {...props} />}>
                            Connect
                        </Button>
                    )}
                </>
            ) : (
                <p>
                    <b>Step 2 of 3.</b> Turn it on in development, with the switch below. It is then on for everyone
                    there.
                </p>
            )}
            <CloseButton aria-label="Hide the first steps" onClick={hide} />
        </aside>
    );
}
