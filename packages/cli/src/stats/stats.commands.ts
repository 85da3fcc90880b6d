import { command, required } from '../program/command.ts';

/** Commands for statistics. */
export const STATS_COMMANDS = {
    'stats check': command({
        summary: 'Recompute exported statistics; exit code 2 if a number differs',
        arguments: {
            file: required('file', 'JSON file with {family, input, output}, a list of these, or {vectors: […]}'),
        },
        examples: [['halyard stats check results.json', 'with the results of an experiment']],
        load: async () => (await import('./check.ts')).checkStatistics,
    }),
};
