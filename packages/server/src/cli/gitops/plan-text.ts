import { plain } from '@halyard/cli/program/printable';
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
    const affected = plan.who.flatMap(({ environment, asked, population, flags }) =>
        flags
            .filter(({ changed }) => changed > 0)
            .map(({ name, changed, offToOn, onToOff, variantChanged }): Line => {
                const parts = [
                    [offToOn, 'off → on'],
                    [onToOff, 'on → off'],
                    [variantChanged, 'another variant'],
                ].flatMap(([count, transition]) => (count ? `${count} ${transition}` : []));
                return [
                    'plain',
                    `  ${name} in ${environment}: ${changed} of ${asked} contexts (${population}), ${parts.join(', ')}`,
                ];
            }),
    );
    if (affected.length > 0) lines.push(['title', 'Affected contexts'], ...affected);
    for (const { project, environment } of plan.approvals) {
        lines.push([
            'quiet',
            `Needs approval in ${environment} of project ${project}: applying the plan creates a change request.`,
        ]);
    }
    for (const { id, project, environment, state } of plan.proposed) {
        lines.push([
            'quiet',
            `Change request ${id} (${state}) for ${environment} of project ${project} already contains some of these changes.`,
        ]);
    }
    if (plan.decideFirst !== null) lines.push(['quiet', plan.decideFirst]);
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
                const gone = before.filter((sentence) => !after.includes(sentence));
                const come = after.filter((sentence) => !before.includes(sentence));
                const head = environment === '*' ? [] : [`      ${environment}`];
                return [
                    ...head.map((text): Line => ['quiet', text]),
                    ...gone.map((text): Line => ['gone', `      - ${text}`]),
                    ...come.map((text): Line => ['new', `      + ${text}`]),
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
