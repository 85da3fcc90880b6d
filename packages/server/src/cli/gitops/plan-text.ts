import { plain } from '@halyard/cli/program/printable';
import { affectedLines, changedSentences } from '@halyard/cli/remote/effect-lines';
import type { GitopsPlan } from '../../admin/exchange/gitops/gitops.schemas.ts';

/** The style of a line: a heading, a removed or added sentence, additional information, or none. */
export type Tone = 'title' | 'gone' | 'new' | 'quiet' | 'plain';
export type Line = [tone: Tone, text: string];

const MARKS: Record<GitopsPlan['planned'][number]['action'], string> = {
    create: '+',
    change: '~',
    move: '→',
    revive: '+',
    archive: '-',
    delete: '-',
    none: '·',
};

export const countsOf = ({ planned }: Pick<GitopsPlan, 'planned'>) => {
    const count = (...actions: string[]) => planned.filter(({ action }) => actions.includes(action)).length;
    return {
        create: count('create', 'revive'),
        change: count('change', 'move'),
        remove: count('archive', 'delete'),
        observed: planned.flatMap(({ differences }) => differences.filter(({ isObserved }) => isObserved)).length,
    };
};

export const summaryOf = (plan: Pick<GitopsPlan, 'planned'>) => {
    const { create, change, remove, observed } = countsOf(plan);
    const seen = observed > 0 ? `, ${observed} only observed` : '';
    return `${create} to create, ${change} to change, ${remove} to archive or delete${seen}`;
};

/** Formats a plan as text. */
export function linesOf(plan: GitopsPlan): Line[] {
    const lines: Line[] = plan.planned.flatMap((each) => linesOfObject(plan, each));
    const affected = affectedLines(plan.who).map((line): Line => ['plain', line]);
    if (affected.length > 0) lines.push(['title', 'Affected contexts'], ...affected);
    for (const { project, environment } of plan.approvals) {
        lines.push(['quiet', `Needs approval in ${environment} of project ${project}: applying the plan requests it.`]);
    }
    for (const { id, project, environment, state } of plan.proposed) {
        lines.push([
            'quiet',
            `Change request ${id} (${state}) for ${environment} of project ${project} already contains some of these changes.`,
        ]);
    }
    for (const { message } of plan.blocked) lines.push(['quiet', message]);
    for (const lack of plan.lacking) lines.push(['quiet', `The plan cannot be applied with this token: ${lack}`]);
    return [...lines, ['title', summaryOf(plan)]];
}

function linesOfObject(
    { changes }: GitopsPlan,
    { kind, name, project, action, sentences, differences }: GitopsPlan['planned'][number],
): Line[] {
    const where = project === null ? '' : ` (${project})`;
    return [
        ['title', `${MARKS[action]} ${kind} ${name}${where}`],
        ...sentences.map((sentence): Line => ['plain', `    ${sentence}`]),
        ...changes
            .filter((change) => change.kind === kind && change.name === name)
            .flatMap(({ environment, before, after }): Line[] => {
                const { removed, added } = changedSentences(before, after);
                const head = environment === '*' ? [] : [`      ${environment}`];
                return [
                    ...head.map((text): Line => ['quiet', text]),
                    ...removed.map((text): Line => ['gone', `      - ${text}`]),
                    ...added.map((text): Line => ['new', `      + ${text}`]),
                ];
            }),
        ...differences
            .filter(({ isObserved }) => isObserved)
            .map(
                ({ path, onService, inFile }): Line => [
                    'quiet',
                    `    ${path.join('.')} is ${short(onService)} on the service and ${short(inFile)} in the file: only observed, not changed`,
                ],
            ),
    ];
}

function short(value: unknown): string {
    const text = JSON.stringify(value) ?? 'nothing';
    return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** Formats a plan for a comment on a pull request; untrusted text cannot end the code block. */
export const markdownOf = (plan: GitopsPlan, title: string) =>
    [
        `### ${title}: ${summaryOf(plan)}`,
        '',
        '```diff',
        ...linesOf(plan)
            .slice(0, -1)
            .map(
                ([tone, text]) =>
                    `${tone === 'gone' ? '-' : tone === 'new' ? '+' : ' '} ${plain(text.replace(/^ {6}[-+] /, '      ')).replaceAll('```', "'''")}`,
            ),
        '```',
    ].join('\n');
