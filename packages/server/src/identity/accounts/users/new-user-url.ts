import type { Services } from '../../../services.ts';

/** Where someone chooses a password; without passwords, where they sign in. */
export const newUserUrl = ({ publicUrl, settings }: Services, secret: string) =>
    settings.get('simpleAuth').disabled ? publicUrl() : `${publicUrl()}/new-user?token=${secret}`;
