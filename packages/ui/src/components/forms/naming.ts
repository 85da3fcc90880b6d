import { createContext, useCallback, useMemo, useState } from 'react';
import { type FieldError, refusalIn } from '../../api/client.ts';

interface Naming {
    /** The error of the service until the value changes. */
    refused: FieldError | undefined;
    /** Called by the field that shows the error, so that the form does not show it, too. Returns a release function. */
    claim: (member: string | undefined) => () => void;
}

export const NamingContext = createContext<Naming>({ refused: undefined, claim: () => () => undefined });

/** Assigns an error of the service to its field. `isShownAtField` is true if a field shows the error. */
export function useNaming(error: unknown): Naming & { isShownAtField: boolean } {
    const [claims, setClaims] = useState<readonly (string | undefined)[]>([]);
    const claim = useCallback((member: string | undefined) => {
        setClaims((all) => [...all, member]);
        return () => setClaims((all) => all.toSpliced(all.indexOf(member), 1));
    }, []);
    const refused = useMemo(() => refusalIn(error), [error]);
    return useMemo(() => {
        const isShownAtField = claims.some(
            (member) => refused && (refused.member === undefined || refused.member === member),
        );
        return { refused, claim, isShownAtField };
    }, [refused, claim, claims]);
}
