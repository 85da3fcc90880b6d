import { proposable } from '../../../changes/proposable.ts';
import { TagChanges } from '../../catalogue/tags/tag.schemas.ts';
import { changeTagsOfFlag } from './flag-tag.commands.ts';

/** SDKs can filter by tag, so tags need the same approval as flags. */
export const flagTagActions = {
    updateTags: proposable({
        name: 'updateTags',
        about: 'flag',
        payload: TagChanges,
        access: 'UPDATE_FEATURE',
        says: 'change the tags of {feature}',
        target: null,
        route: 'PUT /api/admin/features/:featureName/tags',
        // SDKs select flags by tag. The evaluation of flags does not show this.
        isMeasurable: () => false,
        labels: ({ addedTags }) => ({ tags: addedTags }),
        command: changeTagsOfFlag,
        input: ({ project, feature }, changes) => ({ featureName: feature, project, ...changes }),
    }),
};
