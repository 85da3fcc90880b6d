import { useIntersection } from '@mantine/hooks';
import { type ReactNode, useEffect, useState } from 'react';

/** Renders its content, and so loads its code and data, as soon as it is about to become visible. */
export function WhenVisible({ children }: { children: ReactNode }) {
    const { ref, entry } = useIntersection({ rootMargin: '200px' });
    const [isVisible, setIsVisible] = useState(false);
    useEffect(() => {
        if (entry?.isIntersecting) setIsVisible(true);
    }, [entry]);
    return isVisible ? children : <div ref={ref} />;
}
