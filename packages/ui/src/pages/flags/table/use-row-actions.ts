import { useNavigate } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';
import { useFavoriteFlag } from '../flag.queries.ts';
import type { RowActions } from './FlagRow.tsx';

interface RowActionOptions {
    selected: ReadonlySet<string>;
    onSelect: (names: ReadonlySet<string>) => void;
    onFilter: RowActions['filter'];
    onSwitch: RowActions['toggle'];
}

/** The actions of rows. The object keeps its identity, so that rows need not render again. */
export function useRowActions(options: RowActionOptions): RowActions {
    const { mutate: setFavorite } = useFavoriteFlag();
    const navigate = useNavigate();
    const latest = useRef({ ...options, setFavorite, navigate });
    latest.current = { ...options, setFavorite, navigate };
    return useMemo<RowActions>(
        () => ({
            open: ({ project, name }) =>
                void latest.current.navigate({
                    to: '/projects/$projectId/features/$featureName',
                    params: { projectId: project, featureName: name },
                }),
            select(name) {
                const next = new Set(latest.current.selected);
                if (!next.delete(name)) next.add(name);
                latest.current.onSelect(next);
            },
            favorite: ({ project, name, favorite }) =>
                latest.current.setFavorite({ projectId: project, featureName: name, isFavorite: !favorite }),
            toggle: (flag, environment, enabled) => latest.current.onSwitch(flag, environment, enabled),
            filter: (changes) => latest.current.onFilter(changes),
        }),
        [],
    );
}
