interface Before {
    name: string;
    type: string;
}

interface EnvironmentInput {
    name: string;
    type: string;
    /** For a new one: the environment whose flags are copied. */
    source: string;
}

/** What to know before an environment is made or changed; undefined: nothing that anybody would notice. */
export function aboutEnvironment(
    before: Before | undefined,
    { name, type, source }: EnvironmentInput,
): string | undefined {
    if (!before) {
        if (source === '') return undefined;
        return `All flags have in ${name} what they have in ${source}: whoever connects with a token for ${name} gets that at once.`;
    }
    if (before.type === type) return undefined;
    if (type === 'production') {
        return `From now on, changes in ${before.name} that users notice are reviewed before they are made, and how to undo them stays in sight.`;
    }
    if (before.type === 'production') {
        return `Changes in ${before.name} are no longer reviewed before they are made: a switch acts at once. What SDKs get stays as it is.`;
    }
    return undefined;
}
