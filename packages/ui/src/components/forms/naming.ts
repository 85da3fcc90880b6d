import { createContext, useCallback, useMemo, useState } from 'react';
import { type Refusal, refusalIn } from '../../api/client.ts';

interface Naming {
    /** The error of the service, as long as the value is unchanged. */
    refused: Refusal | undefined;
    /** Called by the field that says it, so that nothing else has to; answers how to end that. */
    claim: (member: string | undefined) => () => void;
}

export const NamingContext = createContext<Naming>({ refused: undefined, claim: () => () => undefined });

/** For a form: what was refused is said beside it, where there is a field that does. */
export function useNaming(error: unknown): Naming & { isSaid: boolean } {
    const [claims, setClaims] = useState<readonly (string | undefined)[]>([]);
    const claim = useCallback((member: string | undefined) => {
        setClaims((all) => [...all, member]);
        return () => setClaims((all) => all.toSpliced(all.indexOf(member), 1));
    }, []);
    const refused = useMemo(() => refusalIn(error), [error]);
    return useMemo(() => {
        const isSaid = claims.some((member) => refused && (refused.member === undefined || refused.member === member));
        return { refused, claim, isSaid };
    }, [refused, claim, claims]);
}
