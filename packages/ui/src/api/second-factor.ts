import { ApiError } from './client.ts';

/** The session may only be used to add a second factor. */
export const isSecondFactorMissing = (error: unknown) =>
    error instanceof ApiError && error.kind === 'SecondFactorMissing';

/** Asks the user for the second factor, and returns whether it was proved. */
type AskForProof = () => Promise<boolean>;

let askForProof: AskForProof = async () => false;

/** Registers how to ask for a second factor. Returns how to unregister it. */
export function whenProofNeeded(ask: AskForProof): () => void {
    askForProof = ask;
    return () => {
        askForProof = async () => false;
    };
}

/** Sends a change; if it needs a fresh second factor, asks for it and sends the change again. */
export async function withSecondFactor<T>(send: () => Promise<T>): Promise<T> {
    try {
        return await send();
    } catch (error) {
        const isProofNeeded = error instanceof ApiError && error.kind === 'SecondFactorExpired';
        if (!isProofNeeded || !(await askForProof())) throw error;
        return send();
    }
}
