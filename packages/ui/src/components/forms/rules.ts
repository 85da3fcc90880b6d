/** The message for an empty value. */
export const required = (message: string) => (value: string) => (value.trim() ? null : message);

/** Names that are part of a URL. */
export const urlSafe = (value: string) =>
    value && encodeURIComponent(value) === value ? null : 'Use letters, digits and - _ . ~ only';

/** The labels of a dialog that creates an object, or edits the one with this name. */
export const dialogLabels = (noun: string, name: string | undefined) =>
    name === undefined ? { title: `New ${noun}`, submit: `Create ${noun}` } : { title: `Edit ${name}`, submit: 'Save' };

/** A day as the value of a date field. */
export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** The end of the day of a date field. */
export const endOfDay = (day: string) => new Date(`${day}T23:59:59`).toISOString();
