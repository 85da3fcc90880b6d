export interface Snippet {
    label: string;
    /** The runtime of the code, which also determines the kind of token. */
    kind: 'backend' | 'frontend';
    install: string;
    code: (values: SnippetValues) => string;
}

export interface SnippetValues {
    url: string;
    token: string;
    flag: string;
}
