/** What stands in place of a project in the events of tokens for all of them. */
export const ALL_PROJECTS = '*';
/** What stands in place of a project in events that name several: one of them may be hidden from who reads the log. */
export const SEVERAL_PROJECTS = '[]';

/** The project of an event that names these, in one word. */
export const projectOf = (projects: readonly string[]) => (projects.length === 1 ? projects[0]! : SEVERAL_PROJECTS);
