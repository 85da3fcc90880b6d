import type { FromWorker, Questions, WorkerQuery } from './messages.ts';

/** How a worker speaks with the owner. */
export interface OwnerLine {
    tell: (message: FromWorker) => void;
    /** Resolves when everything that the owner told before its answer has been followed. */
    ask<Q extends WorkerQuery>(question: Q, asks: Questions[Q]['asks']): Promise<Questions[Q]['answer']>;
    /** The owner has answered; undefined: it could not. */
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
            // Who asks a question is answered in its words.
            if (answer) waiting?.resolve(answer.is as never);
            else waiting?.reject(new Error('The process that owns the database could not answer.'));
        },
    };
}
