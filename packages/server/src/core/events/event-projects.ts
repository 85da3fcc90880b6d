/** The value of `project` in the events of tokens for all projects. */
export const ALL_PROJECTS = '*';
/** The value of `project` in events that concern several projects, because one of them may be hidden from the reader. */
export const SEVERAL_PROJECTS = '[]';

/** The project of an event that concerns these projects, as one value. */
export const projectOf = (projects: readonly string[]) => (projects.length === 1 ? projects[0]! : SEVERAL_PROJECTS);
