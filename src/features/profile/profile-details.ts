import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Me } from '../../../contract/entities/me.ts';
import { formatDate } from '../../lib/dates.ts';

export interface ProfileDetail {
  key: string;
  label: MessageDescriptor;
  value: string;
}

export const fullName = (me: Me): string => [me.first_name, me.middle_name, me.last_name].filter(Boolean).join(' ');

/** Returns the user's role as text. */
export function roleText(me: Me): MessageDescriptor {
  if (me.is_superuser) return msg`Administrator`;
  if (me.is_manager) return msg`Employee, manager`;
  return me.is_staff ? msg`Employee` : msg`Learner`;
}

function countryName(code: string, language: string): string {
  return new Intl.DisplayNames([language], { type: 'region' }).of(code) ?? code;
}

/** Returns the profile fields that have a value, in reading order. */
export function profileDetails(me: Me, language: string): ProfileDetail[] {
  const facts: [string, MessageDescriptor, string | null][] = [
    ['email', msg`Email`, me.email],
    ['phone', msg`Phone`, me.phone],
    ['telegram', msg`Telegram`, me.telegram && `@${me.telegram}`],
    ['country', msg`Country`, me.country && countryName(me.country, language)],
    ['city', msg`City`, me.city],
    ['time_zone', msg`Time zone`, me.time_zone],
    ['date_birth', msg`Date of birth`, me.date_birth && formatDate(me.date_birth)],
    ['referrer', msg`Invited by`, me.referrer && me.referrer.name],
    ['until', msg`Subscription until`, me.subscribed_until && formatDate(me.subscribed_until)],
    ['since', msg`Member since`, formatDate(me.created_at)],
  ];
  return facts.flatMap(([key, label, value]) => (value ? [{ key, label, value }] : []));
}
