import type { FromWorker, Questions, WorkerQuery } from './messages.ts';

/** The connection of a worker to the owner process. */
export interface OwnerLine {
    tell: (message: FromWorker) => void;
    /** Resolves when everything that the owner sent before its answer has been processed. */
    ask<Q extends WorkerQuery>(question: Q, asks: Questions[Q]['asks']): Promise<Questions[Q]['answer']>;
    /** Called with the owner's answer; undefined: it failed. */
    answered(id: number, answer: { is: unknown } | undefined): void;
}

export function createOwnerLine(tell: (message: FromWorker) => void): OwnerLine {
    const asked = new Map<number, PromiseWithResolvers<never>>();
    let last = 0;
    return {
        tell,
        ask(question, asks) {
            const waiting = Promise.withResolvers<never>();
            asked.set(++last, waiting);
            tell({ type: 'ask', id: last, question, asks } as FromWorker);
            return waiting.promise;
        },
        answered(id, answer) {
            const waiting = asked.get(id);
            asked.delete(id);
            // The answer has the type of the query.
            if (answer) waiting?.resolve(answer.is as never);
            else waiting?.reject(new Error('The process that owns the database could not answer.'));
        },
    };
}
