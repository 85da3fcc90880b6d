import { Type } from 'typebox';
import type { ListedFlag, ListedFlags } from '../../admin/flags/feature-search/feature-search.schemas.ts';
import { Body } from '../../http/route/schemas.ts';
import { tool } from '../tool.ts';
import { flagSummary } from './find-flags.ts';

const DAYS = 30;
const LIMIT = 20;

const days = (description: string) => Type.Optional(Type.Integer({ minimum: 1, maximum: 3_650, description }));

/** The reasons for removing a flag, each with its own search. All reasons that apply to a flag are listed. */
const REASONS: { because: string; search: (days: number) => Record<string, string> }[] = [
    {
        because: 'it is safe to remove: repositories were scanned, no code uses it, and there is no other obstacle',
        search: (length) => ({ safeToRemove: String(length) }),
    },
    { because: 'it was not evaluated for that long', search: (length) => ({ notSeenFor: String(length) }) },
    {
        because: 'all evaluations in production had the same result for that long',
        search: (length) => ({ oneAnswerFor: String(length) }),
    },
    { because: 'it is marked as stale', search: () => ({ state: 'IS:stale' }) },
    { because: 'its feature is marked as completed', search: () => ({ lifecycle: 'IS:completed' }) },
];

export const findUnused = tool({
    name: 'find_unused',
    title: 'Find unused flags',
    description:
        'List flags that can probably be removed. Returns each flag with the reasons: no code uses it, not evaluated recently, the same value for all users, marked as stale, completed. Remove a flag from the code first, then propose to archive it with clean_up.',
    needs: 'read',
    input: Body({
        project: Type.Optional(
            Type.String({ minLength: 1, maxLength: 100, description: 'Only flags of this project' }),
        ),
        days: days(`Length of the period in days; default: ${DAYS}`),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, description: `Default: ${LIMIT}` })),
    }),
    async run({ project, days: length = DAYS, limit = LIMIT }, agent) {
        const unused = new Map<string, { flag: ListedFlag; reasons: string[] }>();
        for (const { because, search } of REASONS) {
            const { features } = await agent.request<ListedFlags>('GET', '/api/admin/search/features', {
                query: { ...search(length), project: project && `IS:${project}`, sortBy: 'name', limit: 200 },
            });
            for (const flag of features) {
                const reasons = unused.get(flag.name)?.reasons ?? [];
                unused.set(flag.name, { flag, reasons: [...reasons, because] });
            }
        }
        const sorted = [...unused.values()].sort(
            (a, b) => b.reasons.length - a.reasons.length || (a.flag.name < b.flag.name ? -1 : 1),
        );
        return {
            days: length,
            candidates: unused.size,
            flags: sorted.slice(0, limit).map(({ flag, reasons }) => ({
                ...flagSummary(flag),
                ...(flag.oneAnswer && { oneAnswer: flag.oneAnswer }),
                ...(flag.codeReferences !== undefined && { linesOfCodeThatUseIt: flag.codeReferences }),
                reasons,
            })),
        };
    },
});
