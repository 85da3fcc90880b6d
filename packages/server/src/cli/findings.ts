/** The result of one check; `says` includes the next step if something is wrong. */
export interface DoctorFinding {
    about: string;
    state: 'fine' | 'doubtful' | 'wrong';
    says: string;
}

export const okFinding = (about: string, says: string): DoctorFinding => ({ about, state: 'fine', says });
export const warningFinding = (about: string, says: string): DoctorFinding => ({ about, state: 'doubtful', says });
export const errorFinding = (about: string, says: string): DoctorFinding => ({ about, state: 'wrong', says });
