/** One thing that was looked at; `says` tells what to do where something is wrong. */
export interface Finding {
    about: string;
    state: 'fine' | 'doubtful' | 'wrong';
    says: string;
}

export const fine = (about: string, says: string): Finding => ({ about, state: 'fine', says });
export const doubtful = (about: string, says: string): Finding => ({ about, state: 'doubtful', says });
export const wrong = (about: string, says: string): Finding => ({ about, state: 'wrong', says });
