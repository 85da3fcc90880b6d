import { Button, type ButtonProps, Group, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import type { RequiredPermission } from '../access/may.ts';
import { PermissionControl } from '../access/PermissionControl.tsx';
import { Empty, QueryContent } from '../layout/States.tsx';
import { RowActions } from './RowActions.tsx';
import { Table, type TableColumn } from './Table.tsx';

interface Props<T> {
    /** The noun for a row, in lower case: `tag type`. */
    noun: string;
    label: string;
    query: UseQueryResult<T[]>;
    rowKey: (row: T) => string | number;
    /** The columns. `open` opens the dialog of a row. */
    columns: TableColumn<T>[] | ((open: (row: T) => void) => TableColumn<T>[]);
    /** The text by which rows are found. Without it, there is no search field. */
    find?: (row: T) => string;
    /** The empty state. A catalogue without one is never empty. */
    empty?: { title: string; icon: ReactNode; about: ReactNode };
    /** The project of the permissions, if the catalogue belongs to one. */
    project?: string | undefined;
    projectOf?: (row: T) => string | undefined;
    /** The permission to create rows. Without it, rows cannot be created. */
    create?: RequiredPermission;
    createProps?: ButtonProps;
    edit: RequiredPermission | ((row: T) => RequiredPermission);
    remove?: {
        needs: RequiredPermission | ((row: T) => RequiredPermission);
        action: (row: T) => Promise<unknown>;
        warning: string;
        /** Why a row cannot be deleted, for example because it is used. */
        locked?: (row: T) => string | undefined;
    };
    /** Rows that can be neither edited nor deleted. */
    isFixed?: (row: T) => boolean;
    /** Further controls of a row. */
    controls?: (row: T) => ReactNode;
    actionsWidth?: number;
    nameOf: (row: T) => string;
    /** The dialog that edits a row, or creates one. */
    dialog: (row: T | undefined, onClose: () => void) => ReactNode;
    /** The page or panel around the table. By default, the button is in the toolbar of the table. */
    children?: (table: ReactNode, createButton: ReactNode) => ReactNode;
}

/** A list of objects that are created, edited and deleted on one screen. */
export function Catalogue<T>(props: Props<T>) {
    const { noun, query, empty, create, createProps, project, edit, remove, controls, dialog, children } = props;
    const { projectOf = () => project, isFixed = () => false, nameOf, actionsWidth = 80, columns, ...table } = props;
    const [edited, setEdited] = useState<{ row: T | undefined }>();
    const createButton = create && (
        <PermissionControl to={create} project={project}>
            <Button
                ml={children ? undefined : 'auto'}
                leftSection={<IconPlus size={15} />}
                {...createProps}
                onClick={() => setEdited({ row: undefined })}
            >
                New {noun}
            </Button>
        </PermissionControl>
    );
    const tools = children ? undefined : createButton;
    const list = (
        <QueryContent query={query}>
            {(rows) =>
                rows.length === 0 && empty ? (
                    <Empty title={empty.title} icon={empty.icon} action={tools}>
                        {empty.about}
                    </Empty>
                ) : (
                    <Table
                        label={table.label}
                        rows={rows}
                        rowKey={table.rowKey}
                        columns={typeof columns === 'function' ? columns((row) => setEdited({ row })) : columns}
                        {...(table.find && { find: table.find })}
                        tools={tools}
                        actions={(row) =>
                            !isFixed(row) && (
                                <RowActions
                                    name={nameOf(row)}
                                    project={projectOf(row)}
                                    edit={{ needs: of(edit, row), action: () => setEdited({ row }) }}
                                    locked={remove?.locked?.(row)}
                                    {...(remove && {
                                        remove: {
                                            needs: of(remove.needs, row),
                                            action: () => remove.action(row),
                                            warning: remove.warning,
                                        },
                                    })}
                                >
                                    {controls?.(row)}
                                </RowActions>
                            )
                        }
                        actionsWidth={actionsWidth}
                    />
                )
            }
        </QueryContent>
    );
    return (
        <>
            {children ? children(list, createButton) : list}
            {edited && <Suspense fallback={null}>{dialog(edited.row, () => setEdited(undefined))}</Suspense>}
        </>
    );
}

const of = <T,>(needs: RequiredPermission | ((row: T) => RequiredPermission), row: T): RequiredPermission =>
    typeof needs === 'function' ? needs(row) : needs;

/** The name of a row, with a badge, above a line about it. */
export function NameCell({ children, badge, about }: { children: ReactNode; badge?: ReactNode; about?: ReactNode }) {
    return (
        <div>
            {badge ? (
                <Group gap={8}>
                    {children}
                    {badge}
                </Group>
            ) : (
                children
            )}
            {about && (
                <Text size="xs" c="dimmed">
                    {about}
                </Text>
            )}
        </div>
    );
}
