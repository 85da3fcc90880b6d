import { type CliContext, CommandError } from '../program/command.ts';
import { plain } from '../program/printable.ts';
import type { Result } from '../program/result.ts';
import { table } from '../program/table.ts';
import { serviceOf } from './service.ts';

interface Segment {
    id: number;
    name: string;
    description?: string | null;
    project?: string | null;
    usedInFeatures?: number | null;
    constraints: { contextName: string; operator: string; inverted?: boolean; value?: string; values?: string[] }[];
}

export async function listSegments(_: object, context: CliContext): Promise<Result> {
    const service = await serviceOf(context);
    const { segments } = await service.get<{ segments: Segment[] }>('/api/admin/segments');
    return {
        json: { segments },
        text: table(
            ['Id', 'Segment', 'Project', 'Constraints', 'Used by flags'],
            segments.map((each) => [
                each.id,
                each.name,
                each.project ?? 'all',
                each.constraints.length,
                each.usedInFeatures,
            ]),
            { paint: (text) => context.output.paint('bold', text), empty: 'There are no segments.' },
        ),
    };
}

/** Shows the segment with this name or id. */
export async function showSegment({ segment: nameOrId }: { segment: string }, context: CliContext): Promise<Result> {
    const service = await serviceOf(context);
    const { segments } = await service.get<{ segments: Segment[] }>('/api/admin/segments');
    const segment = segments.find(({ name, id }) => name === nameOrId || String(id) === nameOrId);
    if (!segment)
        throw new CommandError(`There is no segment ${nameOrId}. \`halyard segment list\` lists all segments.`);
    const lines = segment.constraints.map(({ contextName, operator, inverted, value, values = [] }) =>
        plain(
            `  ${contextName} ${inverted ? 'not ' : ''}${operator} ${[value ?? [], values].flat().slice(0, 20).join(', ')}${values.length > 20 ? ` and ${values.length - 20} more` : ''}`,
        ),
    );
    return {
        json: segment,
        text: [`${context.output.paint('bold', plain(segment.name))}  id ${segment.id}`, ...lines].join('\n'),
    };
}
