import { createContext } from 'react';

interface ListContextValue {
    /** The change requests that applied the listed changes, by the group of their events. */
    requests: ReadonlyMap<string, number>;
    /** Whether all events are about one flag, whose name need not be repeated. */
    isFlagHistory: boolean;
}

/** The common properties of the rows of a list of events. */
export const ListContext = createContext<ListContextValue>({ requests: new Map(), isFlagHistory: false });
