import type { Tx } from '../storage/database.ts';
import { insertRows } from '../storage/insert-rows.ts';

interface ProjectApplication {
    project: string;
    environment: string;
    app: string;
}

/** Adds the applications that evaluate flags of a project. They stay until `forgetProjectApplications`. */
export async function noteProjectApplications(tx: Tx, used: readonly ProjectApplication[]): Promise<void> {
    const distinct = new Map(used.map((row) => [`${row.project}\n${row.environment}\n${row.app}`, row]));
    await insertRows(tx, 'project_applications', [...distinct.values()]);
}

/** Removes the applications without usage of any flag of a project: of one project after its flags were removed, or of all projects. */
export async function forgetProjectApplications(tx: Tx, project?: string): Promise<void> {
    await tx
        .deleteFrom('project_applications')
        .where(({ not, exists, selectFrom }) =>
            not(
                exists(
                    // The embedded database keeps the order of a cross join: the usage of an application has many rows of other projects.
                    selectFrom('flags')
                        .crossJoin('usage')
                        .select('usage.app')
                        .whereRef('flags.project', '=', 'project_applications.project')
                        .whereRef('usage.flag', '=', 'flags.name')
                        .whereRef('usage.app', '=', 'project_applications.app')
                        .whereRef('usage.environment', '=', 'project_applications.environment'),
                ),
            ),
        )
        .$if(project !== undefined, (query) => query.where('project_applications.project', '=', project!))
        .execute();
}
