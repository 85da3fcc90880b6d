/** One environment of one project: the unit that approval rules apply to. */
export interface ProjectEnvironment {
    project: string;
    environment: string;
}
