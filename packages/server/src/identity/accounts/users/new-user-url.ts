import type { Services } from '../../../app/services.ts';

/** Returns the URL of the page for choosing a password; without password sign-in, of the sign-in page. */
export const newUserUrl = ({ publicUrl, settings }: Pick<Services, 'publicUrl' | 'settings'>, secret: string) =>
    settings.get('simpleAuth').disabled ? publicUrl() : `${publicUrl()}/new-user?token=${secret}`;
