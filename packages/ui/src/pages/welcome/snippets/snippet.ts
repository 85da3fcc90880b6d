export interface Snippet {
    label: string;
    /** Where the code runs: that decides which kind of token it uses, too. */
    kind: 'backend' | 'frontend';
    install: string;
    code: (values: SnippetValues) => string;
}

export interface SnippetValues {
    url: string;
    token: string;
    flag: string;
}
