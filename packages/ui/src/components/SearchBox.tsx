import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { openFirstRow } from './row-keys.ts';

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
    value: string | undefined;
    onSearch: (text: string | undefined) => void;
    /** Enter opens the first row that was found: for where the rows below are those of `value` as soon as it is given. */
    opensFirst?: boolean;
}

/** Words that are kept in the address: they go there shortly after they were typed, and follow it when it changes. */
export function SearchBox({ value = '', onSearch, opensFirst = false, ...rest }: Props) {
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
        if (!entered || value !== text) return;
        setEntered(undefined);
        openFirstRow(entered);
    }, [entered, value, text]);
    return (
        <TextInput
            leftSection={<IconSearch size={15} />}
            data-finds=""
            {...rest}
            value={text}
            onChange={({ currentTarget }) => {
                setText(currentTarget.value);
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
