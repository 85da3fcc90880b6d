import { type ReactNode, useEffect } from 'react';
import { Logo } from '../../components/layout/Logo.tsx';
import { type Signal, SignalFlag } from '../../components/layout/SignalFlag.tsx';
import classes from './SignedOutLayout.module.css';

const SIGNALS: Signal[] = ['H', 'A', 'L', 'Y', 'A', 'R', 'D'];

/** The layout of pages for users without a session, with the product name in signal flags. */
export function SignedOutLayout({ children }: { children: ReactNode }) {
    useEffect(() => {
        document.title = 'Halyard';
    }, []);
    return (
        <main className={classes['page']}>
            <div className={classes['art']} aria-hidden="true">
                <div className={classes['mast']} />
                <div className={classes['hoist']}>
                    {SIGNALS.map((letter, index) => (
                        // The name contains the letter A twice, so letters cannot be keys.
                        // biome-ignore lint/suspicious/noArrayIndexKey: see above
                        <div key={index} className={classes['flag']}>
                            <SignalFlag letter={letter} width={74} />
                        </div>
                    ))}
                </div>
                <p className={classes['motto']}>
                    Raise a feature.
                    <br />
                    Strike it just as fast.
                </p>
            </div>
            <div className={classes['side']}>
                <div className={classes['card']}>
                    <div className={classes['brand']}>
                        <Logo size={34} />
                        Halyard
                    </div>
                    {children}
                </div>
            </div>
        </main>
    );
}
