import { Menu, type MenuItemProps, Text, Tooltip } from '@mantine/core';
import { cloneElement, type ReactElement, type ReactNode } from 'react';
import { useChangeBlock } from '../../api/connection.ts';
import { useRefusal } from '../../pages/change-requests/approvals/use-protection.ts';
import classes from './Allowed.module.css';
import type { Needed, PermissionScope } from './may.ts';
import { useWhyNot } from './may.ts';

interface Props extends PermissionScope {
    to: Needed;
    /** Another reason why it is disabled, regardless of permissions. */
    unless?: string | undefined;
    /** Handed on to the control, so that this can stand where a control is expected. */
    onClick?: () => void;
    children: ReactElement<{ disabled?: boolean; onClick?: () => void }>;
}

/** A control that is only for some: others see it disabled, and why. So does everyone while nothing can be changed. */
export function Allowed({ to, project, environment, unless, onClick, children }: Props) {
    const block = useChangeBlock();
    const reason = useRefusal(to, { project, environment }) ?? unless ?? block;
    if (!reason) return onClick ? cloneElement(children, { onClick }) : children;
    return (
        <Tooltip label={reason}>
            {/* A disabled control takes neither focus nor pointer, so what explains it must. */}
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
            <span role="note" aria-label={reason} tabIndex={0} style={{ display: 'inline-flex' }}>
                {cloneElement(children, { disabled: true })}
            </span>
        </Tooltip>
    );
}

interface ItemProps extends PermissionScope, MenuItemProps {
    to: Needed;
    unless?: string | undefined;
    onClick: () => void;
    children: ReactNode;
}

/** The same in a menu, where the reason stands below. */
export function AllowedItem({ to, project, environment, unless, children, ...item }: ItemProps) {
    const block = useChangeBlock();
    const reason = useRefusal(to, { project, environment }) ?? unless ?? block;
    return (
        <Menu.Item {...item} disabled={reason !== undefined}>
            {children}
            {reason && (
                <Text size="xs" component="div" maw={230}>
                    {reason}
                </Text>
            )}
        </Menu.Item>
    );
}

interface FieldsProps extends PermissionScope {
    to: Needed;
    children: ReactNode;
}

/** A form that is only for some: others can read it, and see why no more. */
export function AllowedFields({ to, project, environment, children }: FieldsProps) {
    const reason = useWhyNot()(to, { project, environment });
    return (
        <fieldset disabled={reason !== undefined} className={classes['fields']}>
            {reason && (
                <Text size="sm" c="dimmed" mb="sm">
                    {reason}
                </Text>
            )}
            {children}
        </fieldset>
    );
}
