import { type Static, Type } from 'typebox';

export const OnboardingStatus = Type.Object(
    {
        status: Type.Enum(['onboarding-started', 'first-flag-created', 'onboarded']),
        feature: Type.Optional(Type.String({ description: 'Flag for connecting the first SDK' })),
    },
    { $id: 'onboardingStatus' },
);
export type OnboardingStatus = Static<typeof OnboardingStatus>;
