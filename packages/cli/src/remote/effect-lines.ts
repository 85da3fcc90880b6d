/** The affected contexts in one environment. */
interface EnvironmentEffect {
    environment: string;
    population: string;
    asked: number;
    flags: { name: string; changed: number; offToOn: number; onToOff: number; variantChanged: number }[];
}

/** Returns a line for each flag with affected contexts. */
export const affectedLines = (who: readonly EnvironmentEffect[]): string[] =>
    who.flatMap(({ environment, asked, population, flags }) =>
        flags
            .filter(({ changed }) => changed > 0)
            .map(({ name, changed, offToOn, onToOff, variantChanged }) => {
                const parts = [
                    [offToOn, 'off → on'],
                    [onToOff, 'on → off'],
                    [variantChanged, 'another variant'],
                ].flatMap(([count, transition]) => (count ? `${count} ${transition}` : []));
                return `  ${name} in ${environment}: ${changed} of ${asked} contexts (${population}), ${parts.join(', ')}`;
            }),
    );

/** Returns the sentences that a change removes and adds. */
export const changedSentences = (before: readonly string[], after: readonly string[]) => ({
    removed: before.filter((sentence) => !after.includes(sentence)),
    added: after.filter((sentence) => !before.includes(sentence)),
});
