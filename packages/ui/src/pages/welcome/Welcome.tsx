import { Button, CloseButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { PermissionControl } from '../../components/access/PermissionControl.tsx';
import { lazyComponent } from '../../components/layout/lazy.tsx';
import { type Signal, SignalFlag } from '../../components/layout/SignalFlag.tsx';
import { useFirstSteps } from './first-steps.ts';
import classes from './Welcome.module.css';

const NewFlagDialog = lazyComponent(() => import('../flags/dialogs/NewFlagDialog.tsx'), 'NewFlagDialog');

const SIGNALS: Signal[] = ['H', 'A', 'L', 'Y', 'A', 'R', 'D'];

/** The first steps for new users until they are completed. */
export function Welcome() {
    const steps = useFirstSteps();
    const [isCreating, dialog] = useDisclosure();
    if (!steps) return null;
    const { flag: first, isOn, isConnected, hide } = steps;
    return (
        <section className={classes['welcome']} aria-label="First steps">
            <div className={classes['hoist']} aria-hidden="true">
                {SIGNALS.map((letter, index) => (
                    // The name contains the letter A twice, so letters cannot be keys.
                    // biome-ignore lint/suspicious/noArrayIndexKey: see above
                    <SignalFlag key={index} letter={letter} width={26} />
                ))}
            </div>
            <div className={classes['text']}>
                <h2>Welcome aboard</h2>
                <p>Three steps to your first flag. It takes about two minutes.</p>
                <ol>
                    <Step isDone={Boolean(first)} title="Create a flag" about="Choose the key your code will use.">
                        {!first && (
                            <PermissionControl to="CREATE_FEATURE" project="default">
                                <Button size="xs" className={classes['go'] ?? ''} onClick={dialog.open}>
                                    Create a flag
                                </Button>
                            </PermissionControl>
                        )}
                    </Step>
                    <Step isDone={isOn} title="Turn it on" about="In development, for everyone, to begin with.">
                        {first && !isOn && (
                            <Button
                                size="xs"
                                className={classes['go'] ?? ''}
                                renderRoot={(props) => (
                                    <Link
                                        to="/projects/$projectId/features/$featureName"
                                        params={{ projectId: first.project, featureName: first.name }}
                                        {...props}
                                    />
                                )}
                            >
                                Go to {first.name}
                            </Button>
                        )}
                    </Step>
                    <Step
                        isDone={isConnected}
                        title="Connect your first SDK"
                        about="Create a token and run a snippet; this page shows when it is connected."
                    >
                        {!isConnected && (
                            <Button
                                size="xs"
                                className={classes[first && isOn ? 'go' : 'later'] ?? ''}
                                renderRoot={(props) => <Link to="/connect" search={{ flag: first?.name }} {...props} />}
                            >
                                Connect
                            </Button>
                        )}
                    </Step>
                </ol>
            </div>
            <CloseButton aria-label="Hide the first steps" onClick={hide} className={classes['close']} />
            <Suspense fallback={null}>
                {isCreating && <NewFlagDialog projectId="default" onClose={dialog.close} />}
            </Suspense>
        </section>
    );
}

function Step({
    isDone,
    title,
    about,
    children,
}: {
    isDone: boolean;
    title: string;
    about: string;
    children: React.ReactNode;
}) {
    return (
        <li data-done={isDone || undefined}>
            <span className={classes['tick']}>{isDone && <IconCheck size={12} stroke={3} />}</span>
            <div>
                <b>{title}</b>
                <span>{about}</span>
                {children}
            </div>
        </li>
    );
}
