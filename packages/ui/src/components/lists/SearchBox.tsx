import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { openFirstRow } from './row-keys.ts';

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
    value: string | undefined;
    onSearch: (text: string | undefined) => void;
    /** Whether Enter opens the first result. */
    opensFirst?: boolean;
    /** Whether the results for `value` are still loading. Until they are loaded, Enter opens nothing. */
    isLoading?: boolean;
}

/** A search field whose text is stored in the URL. The URL follows the input with a short delay, and the input follows the URL. */
export function SearchBox({ value = '', onSearch, opensFirst = false, isLoading = false, ...rest }: Props) {
    const [text, setText] = useState(value);
    const sent = useRef(value);
    const send = useDebouncedCallback((typed: string) => {
        sent.current = typed;
        onSearch(typed || undefined);
    }, 150);
    useEffect(() => {
        // An update caused by this field may be older than the current input.
        if (value === sent.current) return;
        sent.current = value;
        setText(value);
    }, [value]);
    const [entered, setEntered] = useState<HTMLElement>();
    useEffect(() => {
        // Waits until the rows match the input.
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
