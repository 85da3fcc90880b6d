import { plain } from '@halyard/cli/program/printable';
import type { GitopsPlan } from '../../admin/exchange/gitops/gitops.schemas.ts';

/** How a line is shown: what it is about, what goes, what comes, and what is only said. */
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

/** A plan as people read it. */
export function linesOf(plan: GitopsPlan): Line[] {
    const lines: Line[] = plan.planned.flatMap((each) => linesOfObject(plan, each));
    const who = plan.who.flatMap(({ environment, asked, population, flags }) =>
        flags
            .filter(({ changed }) => changed > 0)
            .map(({ name, changed, offToOn, onToOff, variantChanged }): Line => {
                const parts = [
                    [offToOn, 'off → on'],
                    [onToOff, 'on → off'],
                    [variantChanged, 'another variant'],
                ].flatMap(([count, what]) => (count ? `${count} ${what}` : []));
                return [
                    'plain',
                    `  ${name} in ${environment}: ${changed} of ${asked} contexts (${population}), ${parts.join(', ')}`,
                ];
            }),
    );
    if (who.length > 0) lines.push(['title', 'Who gets something else'], ...who);
    for (const { project, environment } of plan.approvals) {
        lines.push([
            'quiet',
            `Needs approval in ${environment} of project ${project}: applying it makes a change request.`,
        ]);
    }
    for (const { id, project, environment, state } of plan.proposed) {
        lines.push([
            'quiet',
            `Change request ${id} (${state}) for ${environment} of project ${project} waits with some of it already.`,
        ]);
    }
    if (plan.decideFirst !== null) lines.push(['quiet', plan.decideFirst]);
    for (const lack of plan.lacking) lines.push(['quiet', `With this token it cannot be applied: ${lack}`]);
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
                    `    ${path.join('.')} is ${short(onService)} and the file says ${short(inFile)}: only observed, left as it is`,
                ],
            ),
    ];
}

function short(value: unknown): string {
    const text = JSON.stringify(value) ?? 'nothing';
    return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** For a comment on a pull request: what others wrote cannot end the block. */
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
