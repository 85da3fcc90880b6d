import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Shell.module.css';

interface Props {
    opened: boolean;
    onClose: () => void;
    title: ReactNode;
    children: ReactNode;
}

/** The navigation on small screens. */
export function NavigationDrawer({ opened, onClose, title, children }: Props) {
    return (
        <Drawer
            opened={opened}
            onClose={onClose}
            position="left"
            size={268}
            title={title}
            classNames={{
                body: classes['drawer'] ?? '',
                content: classes['drawerContent'] ?? '',
                header: classes['drawerContent'] ?? '',
            }}
        >
            {children}
        </Drawer>
    );
}
