/** The use of a flag by a client: the same for all generators, so that their results can be compared. */
export interface FlagClient {
    create(name: string): Promise<{ name: string }>;
    describe(name: string, description: string): Promise<{ description?: string | null }>;
    turnOn(name: string): Promise<void>;
    list(): Promise<readonly { name: string; description?: string | null }[]>;
    /** Creates the flag again, and returns the message of the refusal. */
    refusal(name: string): Promise<string | undefined>;
}

export const [url, token] = [process.env['HALYARD_URL']!, process.env['HALYARD_TOKEN']!];

/** Creates, changes and lists a flag, and prints the results as JSON. */
export async function run(client: FlagClient, name: string): Promise<void> {
    const created = await client.create(name);
    const changed = await client.describe(name, 'Changed by a generated client');
    await client.turnOn(name);
    const listed = (await client.list()).find((flag) => flag.name === name);
    console.log(
        JSON.stringify({
            created: created.name,
            changed: changed.description,
            listed: listed?.description,
            refusal: await client.refusal(name),
        }),
    );
}
