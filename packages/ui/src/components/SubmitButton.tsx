import { Button, type ButtonProps, Menu, Tooltip } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { useChangeBlock } from '../api/connection.ts';

/** Another way to submit the form, offered in a menu next to the button. */
export interface SubmitAlternative {
    label: string;
    onSelect: () => void;
}

interface Props extends ButtonProps, Pick<ComponentProps<'button'>, 'aria-keyshortcuts'> {
    'data-button'?: string | undefined;
    'data-autofocus'?: boolean | undefined;
    alternatives?: readonly SubmitAlternative[] | undefined;
}

/** The submit button of a form. It is disabled, with the reason as its tooltip, while the service accepts no changes. */
export function SubmitButton({ disabled = false, alternatives = [], ...props }: Props) {
    const block = useChangeBlock();
    const button = <Button {...props} type="submit" disabled={disabled || block !== undefined} />;
    return (
        <Tooltip label={block} disabled={block === undefined}>
            {/* A disabled button gets no pointer events, so the tooltip needs a wrapper element. */}
            <span>
                {alternatives.length === 0 ? (
                    button
                ) : (
                    <Button.Group>
                        {button}
                        <AlternativesMenu
                            alternatives={alternatives}
                            color={props.color}
                            disabled={block !== undefined}
                        />
                    </Button.Group>
                )}
            </span>
        </Tooltip>
    );
}

function AlternativesMenu({
    alternatives,
    color,
    disabled = false,
}: Pick<Props, 'alternatives' | 'color' | 'disabled'>) {
    return (
        <Menu position="top-end">
            <Menu.Target>
                <Button color={color} disabled={disabled} px={8} aria-label="More options">
                    <IconChevronDown size={16} />
                </Button>
            </Menu.Target>
            <Menu.Dropdown>
                {alternatives?.map(({ label, onSelect }) => (
                    <Menu.Item key={label} onClick={onSelect}>
                        {label}
                    </Menu.Item>
                ))}
            </Menu.Dropdown>
        </Menu>
    );
}
