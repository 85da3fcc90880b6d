/** The predefined types of environments. Custom types are allowed. */
export const ENVIRONMENT_TYPES = ['development', 'test', 'preproduction', 'production'] as const;

export type EnvironmentType = (typeof ENVIRONMENT_TYPES)[number];
