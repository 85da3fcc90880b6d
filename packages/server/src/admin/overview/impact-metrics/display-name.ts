/** Removes the prefix with which older versions of Unleash marked the type of a metric. */
export const displayNameOf = (name: string) => name.replace(/^unleash_(?:counter|gauge|histogram)_/, '');
