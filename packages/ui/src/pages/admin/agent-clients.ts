/** The configuration of common agents, by name. The URL is that of the current page. */
export const AGENT_CLIENTS = {
    'Claude Code': (url: string) =>
        `claude mcp add --transport http halyard ${url}/mcp --header "Authorization: Bearer <token>"`,
    'Any other, by address': (url: string) =>
        JSON.stringify(
            { mcpServers: { halyard: { url: `${url}/mcp`, headers: { Authorization: 'Bearer <token>' } } } },
            null,
            2,
        ),
    'Any other, by command': (url: string) =>
        JSON.stringify(
            {
                mcpServers: {
                    halyard: { command: 'halyard', args: ['mcp'], env: { HALYARD_URL: url, HALYARD_TOKEN: '<token>' } },
                },
            },
            null,
            2,
        ),
} satisfies Record<string, (url: string) => string>;
