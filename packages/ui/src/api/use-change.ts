import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notify } from '../components/notify.tsx';

interface Options<Input, Answer> {
    /** What to tell when it is done. */
    says: (input: Input, answer: Answer) => string;
    /** The first words of the keys of what is to be asked again. */
    refreshes: readonly string[];
    /** For changes that no dialog asked for: failures are told, too. */
    isDirect?: boolean;
}

/** A change of something on the server: done, told, and everything that shows it asked again. */
export function useChange<Input, Answer>(
    change: (input: Input) => Promise<Answer>,
    { says, refreshes, isDirect = false }: Options<Input, Answer>,
) {
    const queries = useQueryClient();
    return useMutation({
        mutationFn: change,
        meta: { quiet: !isDirect },
        onSuccess: async (answer, input) => {
            notify(says(input, answer));
            await Promise.all([...refreshes, 'events'].map((key) => queries.invalidateQueries({ queryKey: [key] })));
        },
    });
}
