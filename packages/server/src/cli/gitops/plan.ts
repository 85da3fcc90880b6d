import { type CliContext, CommandError } from '@halyard/cli/program/command';
import { plain, printableJson } from '@halyard/cli/program/printable';
import type { Result } from '@halyard/cli/program/result';
import { writeNamedFile } from '@halyard/cli/program/user-files';
import { type ServiceClient, serviceOf } from '@halyard/cli/remote/service';
import type { GitopsPlan } from '../../admin/exchange/gitops/gitops.schemas.ts';
import { located, type Sent, sentOf, withFileLocations } from './documents.ts';
import { type Folder, readFolder } from './files.ts';
import { countsOf, type Line, linesOf, markdownOf, type Tone } from './plan-text.ts';

/** What `plan --out` writes, and `apply` reads: no secrets, and all that is needed. */
export interface SavedPlan {
    kind: 'halyard-plan';
    url: string;
    revision: number;
    digests: Record<string, string>;
    documents: Sent;
}

interface PlanOptions {
    folder: string;
    include: string[];
    markdown: boolean;
}

export async function plan(
    { out, ...asked }: PlanOptions & { out: string | undefined },
    context: CliContext,
): Promise<Result> {
    const { service, sent, made } = await compared(asked, context);
    const { create, change, remove } = countsOf(made);
    if (out !== undefined) {
        const saved: SavedPlan = {
            kind: 'halyard-plan',
            url: service.url,
            revision: made.revision,
            digests: digestsOf(made),
            documents: sent,
        };
        await writeNamedFile(out, `${printableJson(saved, 2)}\n`);
    }
    return told(context, made, { ...asked, title: 'Plan', isDifferent: create + change + remove > 0 });
}

/** The same comparison, to detect changes made outside of the files. */
export async function drift(asked: PlanOptions, context: CliContext): Promise<Result> {
    const { made } = await compared(asked, context);
    return told(context, made, { ...asked, title: 'Drift', isDifferent: made.planned.length > 0 });
}

/** The entries of a plan. */
export const digestsOf = ({ planned }: Pick<GitopsPlan, 'planned'>) =>
    Object.fromEntries(planned.flatMap(({ key, action, digest }) => (action === 'none' ? [] : [[key, digest]])));

async function compared({ folder, include }: PlanOptions, context: CliContext) {
    const files = await readFolder(folder);
    const sent = sentOf(files, include);
    const service = await serviceOf(context);
    return { service, sent, made: await planOf(service, files, sent) };
}

/** Fails with every place that must be mended. */
export async function planOf(service: ServiceClient, files: Folder, sent: Sent): Promise<GitopsPlan> {
    const made = await withFileLocations(files, () => service.send<GitopsPlan>('POST', '/api/admin/gitops/plan', sent));
    if (made.problems.length > 0) throw new CommandError(located(made.problems, files));
    return made;
}

interface Telling {
    title: string;
    markdown: boolean;
    isDifferent: boolean;
}

function told({ output }: CliContext, made: GitopsPlan, { title, markdown, isDifferent }: Telling): Result {
    const exitCode = isDifferent ? 2 : 0;
    if (markdown) {
        const text = isDifferent ? markdownOf(made, title) : `### ${title}: everything is as the files say`;
        return { json: { markdown: text }, text, exitCode, isText: true };
    }
    const { planned, approvals, proposed, decideFirst, lacking, who, revision } = made;
    return {
        json: { revision, ...countsOf(made), planned, approvals, proposed, decideFirst, lacking, who },
        text:
            isDifferent || made.planned.length > 0 ? painted(output, linesOf(made)) : 'Everything is as the files say.',
        exitCode,
    };
}

const TONES: Record<Tone, Parameters<CliContext['output']['paint']>[0] | undefined> = {
    title: 'bold',
    gone: 'red',
    new: 'green',
    quiet: 'dim',
    plain: undefined,
};

export const painted = (output: CliContext['output'], lines: readonly Line[]) =>
    lines
        .map(([tone, text]) => {
            const paint = TONES[tone];
            return paint === undefined ? plain(text) : output.paint(paint, plain(text));
        })
        .join('\n');
