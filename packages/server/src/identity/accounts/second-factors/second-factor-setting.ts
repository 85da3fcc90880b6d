/** Who needs a second factor to sign in with a password, and whether break glass needs one that was proved recently. */
export interface StoredSecondFactor {
    requiredFor: 'nobody' | 'everybody' | 'roles';
    /** The ids of root roles, for `roles`. */
    rootRoles: number[];
    forBreakGlass: boolean;
}

export const NO_SECOND_FACTOR: StoredSecondFactor = { requiredFor: 'nobody', rootRoles: [], forBreakGlass: false };
