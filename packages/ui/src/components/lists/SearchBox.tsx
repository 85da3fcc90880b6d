import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { openFirstRow } from './row-keys.ts';

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
    value: string | undefined;
    onSearch: (text: string | undefined) => void;
    /** Enter opens the first row that was found. */
    opensFirst?: boolean;
    /** The rows below are not those of `value` yet: until they are, Enter opens none. */
    isLoading?: boolean;
}

/** Words that are kept in the address: they go there shortly after they were typed, and follow it when it changes. */
export function SearchBox({ value = '', onSearch, opensFirst = false, isLoading = false, ...rest }: Props) {
    const [text, setText] = useState(value);
    const sent = useRef(value);
    const send = useDebouncedCallback((typed: string) => {
        sent.current = typed;
        onSearch(typed || undefined);
    }, 150);
    useEffect(() => {
        // What comes back of one's own may be older than what was typed since.
        if (value === sent.current) return;
        sent.current = value;
        setText(value);
    }, [value]);
    const [entered, setEntered] = useState<HTMLElement>();
    useEffect(() => {
        // Not before the rows are those of what was typed.
        if (!entered || value !== text || isLoading) return;
        setEntered(undefined);
        openFirstRow(entered);
    }, [entered, value, text, isLoading]);
    return (
        <TextInput
            leftSection={<IconSearch size={15} />}
            data-finds=""
            {...rest}
            value={text}
            onChange={({ currentTarget }) => {
                setText(currentTarget.value);
                setEntered(undefined);
                send(currentTarget.value);
            }}
            onKeyDown={({ key, currentTarget }) => {
                if (key !== 'Enter' || !opensFirst || text === '') return;
                send.flush();
                setEntered(currentTarget);
            }}
        />
    );
}
