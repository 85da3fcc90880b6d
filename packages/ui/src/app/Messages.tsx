import { Suspense, useEffect, useState } from 'react';
import { later } from '../components/layout/lazy.tsx';
import { whenNotified } from '../components/messages/notify.ts';

const Notifications = later(() => import('../components/messages/messages.tsx'), 'Messages');

/**
 * What is told in the corner. Its code comes with the first click or key: nothing is told before, and by the time that there is
 * something to tell, the service may be away.
 */
export function Messages() {
    const [isWanted, setIsWanted] = useState(false);
    useEffect(() => {
        const begin = () => void Notifications.preload();
        const once = { once: true, capture: true };
        window.addEventListener('pointerdown', begin, once);
        window.addEventListener('keydown', begin, once);
        whenNotified(() => setIsWanted(true));
        return () => {
            window.removeEventListener('pointerdown', begin, once);
            window.removeEventListener('keydown', begin, once);
        };
    }, []);
    return (
        isWanted && (
            <Suspense>
                <Notifications />
            </Suspense>
        )
    );
}
