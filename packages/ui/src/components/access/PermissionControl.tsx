import { Menu, type MenuItemProps, Text, Tooltip } from '@mantine/core';
import { cloneElement, type ReactElement, type ReactNode } from 'react';
import { useChangeBlock } from '../../api/connection.ts';
import { useRefusal } from '../../pages/change-requests/approvals/use-protection.ts';
import classes from './Allowed.module.css';
import type { PermissionScope, RequiredPermission } from './may.ts';
import { useMissingPermission } from './may.ts';

interface Props extends PermissionScope {
    to: RequiredPermission;
    /** Another reason why it is disabled, regardless of permissions. */
    unless?: string | undefined;
    /** Passed to the control, so that this component can be used in place of a control. */
    onClick?: () => void;
    children: ReactElement<{ disabled?: boolean; onClick?: () => void }>;
}

/**
 * A control that requires a permission. It is disabled, with the reason as its tooltip, if the user lacks it or the service accepts
 * no changes.
 */
export function PermissionControl({ to, project, environment, unless, onClick, children }: Props) {
    const block = useChangeBlock();
    const reason = useRefusal(to, { project, environment }) ?? unless ?? block;
    if (!reason) return onClick ? cloneElement(children, { onClick }) : children;
    return (
        <Tooltip label={reason}>
            {/* A disabled control gets neither focus nor pointer events, so the wrapper must. */}
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
            <span role="note" aria-label={reason} tabIndex={0} style={{ display: 'inline-flex' }}>
                {cloneElement(children, { disabled: true })}
            </span>
        </Tooltip>
    );
}

interface ItemProps extends PermissionScope, MenuItemProps {
    to: RequiredPermission;
    unless?: string | undefined;
    onClick: () => void;
    children: ReactNode;
}

/** The same for a menu item, where the reason is shown below the label. */
export function PermissionMenuItem({ to, project, environment, unless, children, ...item }: ItemProps) {
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
    to: RequiredPermission;
    children: ReactNode;
}

/** A form that requires a permission. It is read-only, with the reason, for other users. */
export function PermissionFields({ to, project, environment, children }: FieldsProps) {
    const reason = useMissingPermission()(to, { project, environment });
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
