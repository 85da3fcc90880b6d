import { Suspense, useEffect, useState } from 'react';
import { lazyComponent } from '../components/layout/lazy.tsx';
import { whenNotified } from '../components/messages/notify.ts';

const Notifications = lazyComponent(() => import('../components/messages/messages.tsx'), 'Messages');

/**
 * The messages in the corner. The code is loaded at the first click or key press, because no message appears before that, and
 * changes wait for it.
 */
export function Messages() {
    const [isNeeded, setIsNeeded] = useState(false);
    useEffect(() => {
        const begin = () => void Notifications.preload();
        const once = { once: true, capture: true };
        window.addEventListener('pointerdown', begin, once);
        window.addEventListener('keydown', begin, once);
        whenNotified(() => setIsNeeded(true));
        return () => {
            window.removeEventListener('pointerdown', begin, once);
            window.removeEventListener('keydown', begin, once);
        };
    }, []);
    return (
        isNeeded && (
            <Suspense>
                <Notifications />
            </Suspense>
        )
    );
}
