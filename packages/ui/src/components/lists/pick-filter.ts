import { type ComboboxItem, isOptionsGroup, type OptionsFilter } from '@mantine/core';
import { bestMatches } from './best-match.ts';

const best = (items: ComboboxItem[], typed: string) => bestMatches(items, typed, ({ label }) => label);

/** The suggestions of a picker: the best match first, because Enter selects the first. */
export const pickFilter: OptionsFilter = ({ options, search, limit }) => {
    const single = options.flatMap((option) => (isOptionsGroup(option) ? [] : [option]));
    const groups = options.flatMap((option) => {
        if (!isOptionsGroup(option)) return [];
        const items = best(option.items, search);
        return items.length > 0 ? [{ ...option, items }] : [];
    });
    return [...best(single, search), ...groups].slice(0, limit);
};
