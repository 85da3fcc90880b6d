/** The types of environments that have a meaning here. Others may be written by hand. */
export const ENVIRONMENT_TYPES = ['development', 'test', 'preproduction', 'production'] as const;

export type EnvironmentType = (typeof ENVIRONMENT_TYPES)[number];
