import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Types.module.css';

interface Props {
    title: string;
    about: string;
    action?: ReactNode;
    children: ReactNode;
}

export function TypeSection({ title, about, action, children }: Props) {
    return (
        <section>
            <div className={classes['heading']}>
                <div>
                    <h2>{title}</h2>
                    <Text size="sm" c="dimmed">
                        {about}
                    </Text>
                </div>
                {action}
            </div>
            {children}
        </section>
    );
}
