/** The result of one check; `says` includes the next step if something is wrong. */
export interface DoctorFinding {
    about: string;
    state: 'fine' | 'doubtful' | 'wrong';
    says: string;
}

export const fine = (about: string, says: string): DoctorFinding => ({ about, state: 'fine', says });
export const doubtful = (about: string, says: string): DoctorFinding => ({ about, state: 'doubtful', says });
export const wrong = (about: string, says: string): DoctorFinding => ({ about, state: 'wrong', says });
