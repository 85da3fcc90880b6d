import { Anchor, Text, Title } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import classes from './Page.module.css';
import { Rows } from './States.tsx';
import { useSettled } from './use-settled.ts';

interface Props {
    title: string;
    /** An icon or badge next to the title. */
    mark?: ReactNode;
    /** Status and small controls after the title. */
    titleExtra?: ReactNode;
    trail?: ReactNode[];
    about?: ReactNode;
    /** The related page of the documentation. */
    docs?: string;
    actions?: ReactNode;
    tabs?: ReactNode;
    /** Reading width instead of the whole window. */
    narrow?: boolean;
    children: ReactNode;
}

export function Page({ title, mark, titleExtra, trail = [], about, docs, actions, tabs, narrow, children }: Props) {
    useEffect(() => {
        document.title = `${title} · Halyard`;
    }, [title]);
    const header = useScrollToSelectedTab();
    const isWaiting = !useSettled() || undefined;
    return (
        <div className={classes['page']} data-narrow={narrow || undefined} data-waiting={isWaiting}>
            <header ref={header} className={classes['header']} data-tabs={tabs ? true : undefined}>
                {trail.length > 0 && (
                    <nav aria-label="Breadcrumbs" className={classes['trail']}>
                        {trail.map((item, index) => (
                            // The order of breadcrumbs is fixed.
                            // biome-ignore lint/suspicious/noArrayIndexKey: see above
                            <span key={index}>
                                {index > 0 && <IconChevronRight size={12} aria-hidden="true" />}
                                {item}
                            </span>
                        ))}
                    </nav>
                )}
                <div className={classes['top']}>
                    <div className={classes['heading']}>
                        {mark}
                        <Title order={1} className={classes['title']}>
                            {title}
                        </Title>
                        {titleExtra}
                    </div>
                    {actions && <div className={classes['actions']}>{actions}</div>}
                </div>
                {about && (
                    <Text c="dimmed" size="sm" component="div" className={classes['about']}>
                        {about}
                        {docs && (
                            <>
                                {' '}
                                <Anchor
                                    href={`docs/${docs}`}
                                    target="_blank"
                                    inherit
                                    underline="always"
                                    className={classes['docs']}
                                >
                                    Learn more
                                    <span className="visually-hidden"> about {title} in the documentation</span>
                                </Anchor>
                            </>
                        )}
                    </Text>
                )}
                {tabs}
            </header>
            {isWaiting && (
                <div className={classes['placeholder']}>
                    <Rows count={6} />
                </div>
            )}
            <div className={classes['content']}>{children}</div>
        </div>
    );
}

/** Scrolls the selected tab into view if the tabs do not fit. */
function useScrollToSelectedTab() {
    const header = useRef<HTMLElement>(null);
    const shown = useRef<Element>(undefined);
    useEffect(() => {
        const tab = header.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]') ?? undefined;
        if (tab === shown.current) return;
        shown.current = tab;
        const list = tab?.parentElement;
        // Scrolls horizontally only. The vertical scroll position must not change.
        if (tab && list) list.scrollLeft = tab.offsetLeft - list.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
    });
    return header;
}
