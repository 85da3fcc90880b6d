import { useMutation } from '@tanstack/react-query';
import { openTray } from '../components/links/open-tray.ts';
import { notify, offer } from '../components/messages/notify.ts';
import type { ApiClient } from './api-client.ts';
import { ApiError, apiIn, messageOf, ProposedResponse } from './client.ts';
import { changeBlock } from './connection.ts';
import { pressedButton, whileBusy } from './pressed-button.ts';
import { refresher } from './query-client.ts';
import { withSecondFactor } from './second-factor.ts';
import { SettledChange, settleChange } from './settle-change.ts';
import type { Invalidation } from './subjects.ts';
import type { WriteMode } from './write-mode.ts';

/** Reverts an optimistic update. */
type Rollback = () => void;

interface Undo {
    run: () => Promise<unknown>;
    /** The message after the change is undone. */
    successMessage: string;
    /** The optimistic update of the undo. */
    optimisticUpdate?: () => Rollback | undefined;
}

interface Options<Input, Answer, Before> {
    successMessage?: (input: Input, answer: Answer, before: Before) => string;
    /** The queries to invalidate. */
    invalidates?: readonly Invalidation[] | ((input: Input) => readonly Invalidation[]);
    /** For requests that record no event. The service stores no receipt for them. */
    leavesNoEvent?: boolean;
    /** For changes outside of forms: errors are shown as messages. */
    isDirect?: boolean;
    /** The previous state, for the message and for undo. */
    before?: (input: Input) => Before;
    /** Optimistic update, reverted if the service refuses. */
    optimisticUpdate?: (input: Input) => Rollback | undefined;
    /** Whether the undo button stays visible until it is dismissed, as for changes in production. */
    staysUndoable?: (input: Input) => boolean;
    /** The inverse change, if there is one. */
    undo?: (input: Input, before: Before, answer: Answer) => Undo | undefined;
}

/** A change on the server. Every change uses this hook: it sends the request, shows the result, and refetches all affected queries. */
export function useChange<Input = void, Answer = unknown, Before = unknown>(
    change: (input: Input, client: ApiClient) => Promise<Answer>,
    options: Options<Input, Answer, Before>,
) {
    const { successMessage, invalidates = [], isDirect = false, leavesNoEvent = false } = options;
    const { before, optimisticUpdate, staysUndoable, undo } = options;
    const hasReceipt = !leavesNoEvent;
    const invalidationsOf = (input: Input) => (typeof invalidates === 'function' ? invalidates(input) : invalidates);
    const undoMutation = useMutation({
        mutationFn: (input: UndoInput) =>
            withKnownOutcome(input.run(), {
                subject: subjectOf(input.concerns),
                isProposed: false,
                hasReceipt,
                rollBack: () => input.started?.rollBack?.(),
            }),
        onMutate: (input) => {
            input.started = start(input.optimisticUpdate, hasReceipt);
            return input.started;
        },
        onError: (error, { concerns }, started) => failed(started, concerns, error),
        onSuccess: (_response, { successMessage: message, concerns }) => {
            notify(message);
            return refresher.ownChange(concerns);
        },
    });
    const mutation = useMutation({
        mutationFn: (sent: ChangeRequestInput<Input>) =>
            whileBusy(
                sent.button,
                withKnownOutcome(
                    withSecondFactor(() => toResult(change(sent.input, apiIn(sent.mode)))),
                    {
                        subject: subjectOf(invalidationsOf(sent.input)),
                        isProposed: sent.mode.proposesTo !== undefined,
                        hasReceipt,
                        rollBack: () => sent.started?.rollBack?.(),
                    },
                ),
            ),
        // The form shows the error.
        meta: { quiet: !isDirect },
        // The previous state is read before the optimistic update. Only callers with `before` use it.
        onMutate: (sent) => {
            const { input, mode } = sent;
            const was = before?.(input) as Before;
            // A proposed change does not alter the screen.
            sent.started = start(
                optimisticUpdate && mode.proposesTo === undefined ? () => optimisticUpdate(input) : undefined,
                hasReceipt,
            );
            return { before: was, ...sent.started };
        },
        onError: (error, { input }, started) => {
            failed(started, invalidationsOf(input), error);
            if (error instanceof ApiError && error.canBeProposed) {
                offer(messageOf(error), {
                    label: 'Create request',
                    run: () => mutation.mutate({ input, mode: { proposesTo: 'new' } }),
                });
            }
        },
        onSuccess: ({ answer, draft }, { input, mode, onResponse }, { before: was }) => {
            onResponse?.();
            if (draft) {
                const isDraft = draft.state === 'Draft';
                notify(proposedMessage(draft, mode), isDraft ? { label: 'Open draft', run: openTray } : undefined);
                return refresher.ownChange(['change-requests', 'flags']);
            }
            const concerns = invalidationsOf(input);
            const inverse = undo?.(input, was, answer as Answer);
            const stays = staysUndoable?.(input) ?? false;
            if (successMessage) {
                notify(
                    successMessage(input, answer as Answer, was),
                    inverse && { label: 'Undo', run: () => undoMutation.mutate({ ...inverse, concerns }), stays },
                );
            }
            return refresher.ownChange(concerns);
        },
    });
    return {
        ...mutation,
        data: mutation.data?.answer,
        mutate: (input: Input, options?: MutateOptions<Answer>) =>
            mutation.mutate(toRequestInput(input, options), toMutateOptions(options)),
        mutateAsync: async (input: Input, options?: MutateOptions<Answer>) =>
            // A proposed change has no result to return.
            (await mutation.mutateAsync(toRequestInput(input, options), toMutateOptions(options))).answer as Answer,
    };
}

function proposedMessage({ state, title, environment }: ProposedResponse['draft'], { proposesTo }: WriteMode): string {
    if (state !== 'Draft') return `Added to “${title}”. It is in review.`;
    return `${proposesTo === 'new' ? `New draft for ${environment}` : `Added to “${title}”`}. Nothing changes until it is approved and applied.`;
}

interface ChangeRequestInput<Input> {
    input: Input;
    mode: WriteMode;
    /** The button that started the change and shows its progress. */
    button?: HTMLElement | undefined;
    started?: StartedChange;
    onResponse?: (() => void) | undefined;
}

interface UndoInput extends Undo {
    concerns: readonly Invalidation[];
    started?: StartedChange;
}

interface LostChangeOptions {
    hasReceipt: boolean;
    subject: string | undefined;
    isProposed: boolean;
    /** Shows the last state that the service confirmed. */
    rollBack: () => void;
}

/** Waits for the outcome of a change whose response was lost. */
async function withKnownOutcome<T>(done: Promise<T>, { hasReceipt, rollBack, ...lost }: LostChangeOptions): Promise<T> {
    try {
        return await done;
    } catch (error) {
        if (!hasReceipt || !(error instanceof ApiError) || error.lostChangeId === undefined) throw error;
        rollBack();
        throw await settleChange({ ...lost, changeId: error.lostChangeId });
    }
}

/** The names of the affected flags, if the change affects only a few. */
function subjectOf(concerns: readonly Invalidation[]): string | undefined {
    const names = concerns.flatMap((concern) => (typeof concern === 'string' ? [] : concern.flags));
    return names.length > 0 && names.length <= 3 ? names.join(', ') : undefined;
}

const toRequestInput = <Input>(
    input: Input,
    { mode = {}, onResponse }: Pick<MutateOptions<never>, 'mode' | 'onResponse'> = {},
): ChangeRequestInput<Input> => ({
    input,
    mode,
    onResponse,
    button: pressedButton(),
});

/** The response of an applied change, or the draft that it was added to. */
interface ChangeResult<Answer> {
    answer?: Answer;
    draft?: ProposedResponse['draft'];
}

async function toResult<Answer>(change: Promise<Answer>): Promise<ChangeResult<Answer>> {
    try {
        return { answer: await change };
    } catch (thrown) {
        if (thrown instanceof ProposedResponse) return { draft: thrown.draft };
        throw thrown;
    }
}

interface MutateOptions<Answer> {
    /** How the change is sent; by default it is applied. */
    mode?: WriteMode;
    /** Called when the service has made the change, before the affected queries are refetched. */
    onResponse?: () => void;
    /** Also called for a proposed change. In that case the answer is undefined and no object was created. */
    onSuccess?: ((answer: Answer) => unknown) | undefined;
    onError?: ((error: unknown) => unknown) | undefined;
}

const toMutateOptions = <Answer>({ onSuccess, onError }: MutateOptions<Answer> = {}) => ({
    ...(onSuccess && { onSuccess: ({ answer }: ChangeResult<Answer>) => void onSuccess(answer as Answer) }),
    ...(onError && { onError: (error: unknown) => void onError(error) }),
});

interface StartedChange {
    rollBack: Rollback | undefined;
}

/** Prevents refetches from overwriting the optimistic update until the response arrives. */
function start(show: (() => Rollback | undefined) | undefined, isChange: boolean): StartedChange {
    const block = isChange ? changeBlock() : undefined;
    if (block) throw new ApiError(0, `Nothing was changed. ${block}`);
    const rollBack = show?.();
    refresher.changeBegins();
    return { rollBack };
}

function failed(started: StartedChange | undefined, concerns: readonly Invalidation[], error: unknown): void {
    if (!started) return;
    // A change whose response was lost has already been reverted.
    if (!(error instanceof SettledChange)) started.rollBack?.();
    // The previous state may be outdated, possibly because of this change. The refetch is not awaited.
    void refresher.ownChange(started.rollBack || error instanceof SettledChange ? concerns : []);
}
