import { basePath } from '../../../api/client.ts';
import { slugOf } from '../../../components/forms/slug.ts';
import { download } from '../../../components/links/download.ts';
import { notifyFailure } from '../../../components/messages/notify.ts';
import type { Experiment, Results, ResultsView } from '../experiment.queries.ts';

const fileName = ({ name, id }: Experiment, ending: string) => `experiment-${slugOf(name) || id}.${ending}`;

/** Saves the results with every number and its input, which `halyard stats check` computes again. */
export function saveJson(experiment: Experiment, results: Results): void {
    const content = JSON.stringify({ experiment, ...results }, null, 2);
    download(fileName(experiment, 'json'), 'application/json', `${content}\n`);
}

/** Saves a row per metric and variant. The service writes it, so that commands and this page return the same file. */
export async function saveCsv(experiment: Experiment, view: ResultsView): Promise<void> {
    const { project, id } = experiment;
    const path = `/api/admin/projects/${encodeURIComponent(project)}/experiments/${id}/results`;
    try {
        const response = await fetch(`${basePath}${path}?${new URLSearchParams({ ...view })}`, {
            headers: { accept: 'text/csv' },
        });
        if (!response.ok) throw new Error(response.statusText);
        download(fileName(experiment, 'csv'), 'text/csv', await response.text());
    } catch {
        notifyFailure('The results could not be exported. Check the connection and try again.');
    }
}
