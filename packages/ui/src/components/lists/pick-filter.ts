import { type ComboboxItem, isOptionsGroup, type OptionsFilter } from '@mantine/core';
import { bestMatches } from './best-match.ts';

const best = (items: ComboboxItem[], typed: string) => bestMatches(items, typed, ({ label }) => label);

/** What a picker offers while someone types: the best match first, since Enter takes the first. */
export const pickFilter: OptionsFilter = ({ options, search, limit }) => {
    const single = options.flatMap((option) => (isOptionsGroup(option) ? [] : [option]));
    const groups = options.flatMap((option) => {
        if (!isOptionsGroup(option)) return [];
        const items = best(option.items, search);
        return items.length > 0 ? [{ ...option, items }] : [];
    });
    return [...best(single, search), ...groups].slice(0, limit);
};
