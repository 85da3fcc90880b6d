import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Panel.module.css';

interface Props {
    title?: ReactNode;
    about?: ReactNode;
    actions?: ReactNode;
    /** Without padding, for tables. */
    flush?: boolean;
    children: ReactNode;
    className?: string | undefined;
}

/** A framed section of a page. */
export function Panel({ title, about, actions, flush, children, className }: Props) {
    return (
        <section className={[classes['panel'], className].filter(Boolean).join(' ')}>
            {(title || actions) && (
                <div className={classes['header']}>
                    <div>
                        <Title order={2} size="h3">
                            {title}
                        </Title>
                        {about && <div className={classes['about']}>{about}</div>}
                    </div>
                    {actions && <div className={classes['actions']}>{actions}</div>}
                </div>
            )}
            <div className={flush ? classes['flush'] : classes['body']}>{children}</div>
        </section>
    );
}
