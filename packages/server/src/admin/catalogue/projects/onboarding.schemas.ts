import { type Static, Type } from 'typebox';

export const OnboardingStatus = Type.Object(
    {
        status: Type.Enum(['onboarding-started', 'first-flag-created', 'onboarded']),
        feature: Type.Optional(Type.String({ description: 'The flag to connect an SDK with' })),
    },
    { $id: 'onboardingStatus' },
);
export type OnboardingStatus = Static<typeof OnboardingStatus>;
