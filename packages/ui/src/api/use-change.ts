import { useMutation } from '@tanstack/react-query';
import { notify } from '../components/notify.tsx';
import { refresher } from './query-client.ts';
import type { Concern } from './subjects.ts';

/** Puts something back on the screen as it was. */
type PutBack = () => void;

interface Undo {
    run: () => Promise<unknown>;
    /** What to tell when it is taken back. */
    says: string;
    /** On the screen at once, like the change itself. */
    shows?: () => PutBack | undefined;
}

interface Options<Input, Answer, Before> {
    /** What to tell when it is done. */
    says?: (input: Input, answer: Answer, before: Before) => string;
    /** What is to be asked again. */
    refreshes?: readonly Concern[] | ((input: Input) => readonly Concern[]);
    /** For changes that no form asked for: failures are told, too. */
    isDirect?: boolean;
    /** What was there before, for what is told and for taking it back. */
    before?: (input: Input) => Before;
    /** What is on the screen changes at once, and back if the service refuses. */
    shows?: (input: Input) => PutBack | undefined;
    /** How to take it back can be seen until it is dismissed, as for what people in production notice. */
    staysUndoable?: (input: Input) => boolean;
    /** How to take it back, where that is possible. */
    undo?: (input: Input, before: Before, answer: Answer) => Undo | undefined;
}

/** A change of something on the server, the only way to make one: done, told, and everything that shows it asked again. */
export function useChange<Input, Answer, Before = unknown>(
    change: (input: Input) => Promise<Answer>,
    { says, refreshes = [], isDirect = false, before, shows, staysUndoable, undo }: Options<Input, Answer, Before>,
) {
    const concernsOf = (input: Input) => (typeof refreshes === 'function' ? refreshes(input) : refreshes);
    const takeBack = useMutation({
        mutationFn: ({ run }: Undo & { concerns: readonly Concern[] }) => run(),
        onMutate: ({ shows: show }) => begin(show),
        onError: (_error, { concerns }, begun) => failed(begun, concerns),
        onSuccess: (_answer, { says: told, concerns }) => {
            notify(told);
            return refresher.ownChange(concerns);
        },
    });
    return useMutation({
        mutationFn: change,
        // The form shows it.
        meta: { quiet: !isDirect },
        // Read before anything is shown. Whoever says nothing of it does not look at it either.
        onMutate: (input) => ({ before: before?.(input) as Before, ...begin(shows && (() => shows(input))) }),
        onError: (_error, input, begun) => failed(begun, concernsOf(input)),
        onSuccess: (answer, input, { before: was }) => {
            const concerns = concernsOf(input);
            const way = undo?.(input, was, answer);
            const stays = staysUndoable?.(input) ?? false;
            if (says) notify(says(input, answer, was), way && (() => takeBack.mutate({ ...way, concerns })), { stays });
            return refresher.ownChange(concerns);
        },
    });
}

interface Begun {
    putBack: PutBack | undefined;
}

/** From here until it is answered, nothing that is loaded may put the old on the screen again. */
function begin(show: (() => PutBack | undefined) | undefined): Begun {
    const putBack = show?.();
    refresher.changeBegins();
    return { putBack };
}

function failed(begun: Begun | undefined, concerns: readonly Concern[]): void {
    if (!begun) return;
    begun.putBack?.();
    // What was there may have changed meanwhile. Nobody waits for it.
    void refresher.ownChange(begun.putBack ? concerns : []);
}
