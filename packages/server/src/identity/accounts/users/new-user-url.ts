import type { Services } from '../../../services.ts';

/** The page for choosing a password; without password sign-in, the sign-in page. */
export const newUserUrl = ({ publicUrl, settings }: Services, secret: string) =>
    settings.get('simpleAuth').disabled ? publicUrl() : `${publicUrl()}/new-user?token=${secret}`;
