/** The affected contexts in one environment. */
interface EnvironmentEffect {
    environment: string;
    note?: string;
    flags: { name: string; changed: number; summary: string; bounds?: object }[];
}

/** Returns a line for each flag with affected contexts, or of which an effect cannot be excluded, and the source of the contexts. */
export const affectedLines = (who: readonly EnvironmentEffect[]): string[] =>
    who.flatMap(({ environment, note, flags }) => {
        const lines = flags
            .filter(({ changed, bounds }) => changed > 0 || bounds)
            .map(({ name, summary }) => `  ${name} in ${environment}: ${summary}`);
        return lines.length > 0 && note ? [...lines, `  ${note}`] : lines;
    });

/** Returns the sentences that a change removes and adds. */
export const changedSentences = (before: readonly string[], after: readonly string[]) => ({
    removed: before.filter((sentence) => !after.includes(sentence)),
    added: after.filter((sentence) => !before.includes(sentence)),
});
