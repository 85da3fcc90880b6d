/** The sections of the project settings, with additional search terms for the palette. */
export const PROJECT_SECTIONS = {
    general: { label: 'General', keywords: 'name description collaboration private stickiness limit' },
    approvals: { label: 'Approval rules', keywords: 'change requests four eyes approve freeze bypass' },
    names: { label: 'Flag names', keywords: 'naming pattern regular expression' },
    policy: { label: 'Flag policy', keywords: 'rules types tags owner schema order of environments' },
    reviews: { label: 'Reviews', keywords: 'skip preview' },
    personas: { label: 'Personas', keywords: 'example users playground' },
    archive: { label: 'Archive and delete', keywords: 'remove project' },
};

export type ProjectSection = keyof typeof PROJECT_SECTIONS;
