import { describe, expect, it } from 'vitest';
import { matchColumns } from '../../contract/imports/columns.ts';
import { importFields, type ImportField } from '../../contract/imports/fields.ts';

/** For each field, the column names by which an import recognises it in exports of other programs, separated by commas. */
const names: Record<ImportField, string> = {
  first_name: 'first name, firstname, given name, forename, first, vorname, rufname, имя',
  last_name: 'last name, lastname, surname, family name, last, nachname, familienname, name nachname, фамилия',
  middle_name: 'middle name, middlename, additional name, patronymic, zweiter vorname, weitere vornamen, отчество',
  phone:
    'phone, phone number, mobile, mobile phone, phone 1 value, phone 1, tel, tel cell, cell, cell phone, telephone, telefon, telefonnummer, handy, handynummer, mobil, mobiltelefon, rufnummer, телефон, номер телефона, мобильный, мобильный телефон, сотовый, тел',
  email:
    'email, e mail, mail, email address, e mail address, e mail 1 value, email 1 value, e mail 1, e mail adresse, mailadresse, почта, электронная почта, эл почта, емейл, имейл, адрес электронной почты',
  country: 'country, country code, address 1 country, land, staat, страна',
  city: 'city, town, address 1 city, locality, stadt, ort, wohnort, город, населенный пункт',
  language: 'language, lang, sprache, язык',
  date_birth:
    'date of birth, birthday, birth date, birthdate, dob, bday, date birth, geburtsdatum, geburtstag, дата рождения, день рождения, др',
  gender: 'gender, sex, geschlecht, пол',
  telegram: 'telegram, telegram name, telegram username, tg, телеграм, телеграмм',
  status: 'status, state, статус, состояние',
  responsible:
    'owner, responsible, consultant, responsible consultant, assigned to, manager, berater, beraterin, zustandig, verantwortlich, betreuer, ответственный, консультант, менеджер',
  referrer_promo:
    'promo code, referrer promo code, promo, referral code, referrer, werbecode, promocode, aktionscode, промокод, промо код, промокод пригласившего',
  tags: 'tags, tag, labels, keywords, schlagworte, schlagworter, теги, метки, тег',
  groups: 'groups, group, categories, group membership, gruppe, gruppen, группа, группы',
  work_zone: 'work zone, zone, district, arbeitsgebiet, gebiet, рабочая зона, зона, район',
  registered_at:
    'registered at, registered, registration date, created, created at, creation date, signup date, date registered, registriert am, angelegt am, registrierungsdatum, erstellt am, дата регистрации, дата создания, зарегистрирован, создан',
  note: 'note, notes, comment, comments, remarks, notiz, notizen, bemerkung, kommentar, заметка, заметки, комментарий, примечание',
  external_id:
    'external id, id, uid, customer id, client id, contact id, external_id, kundennummer, kundennr, kunden nr, externe id, внешний id, ид, код клиента, номер клиента',
};

const namesOf = (field: ImportField): string[] => [field, field.replaceAll('_', ' '), ...names[field].split(', ')];

describe('the columns of an import', () => {
  it.each(importFields)('the field %s is recognised by each of its names, in any case', (field) => {
    for (const name of namesOf(field))
      for (const spelling of [name, name.toUpperCase(), ` ${name}: `])
        expect([spelling, matchColumns([spelling])]).toEqual([spelling, [{ field, kind: 'matched' }]]);
  });

  it.each(['state', 'first', 'last', 'created', 'land', 'zone'])(
    'the name %s is recognised only as the whole name of a column',
    (name) => {
      expect(matchColumns([name])).toMatchObject([{ kind: 'matched' }]);
      for (const longer of [`my ${name}`, `${name} abc`, `${name}s`, name.slice(0, 3)])
        expect([longer, matchColumns([longer])[0]?.kind === 'matched']).toEqual([longer, false]);
      expect(matchColumns([`qqq ${name} qqq`])).toEqual([{ field: null, kind: 'none' }]);
    },
  );

  it.each(['name', 'full name', 'display name', 'fn', 'полное имя', 'фио'])(
    'a column %s holds the first name, or the last name beside a first name',
    (name) => {
      expect(matchColumns([name])).toEqual([{ field: 'first_name', kind: 'matched' }]);
      expect(matchColumns(['Vorname', name])[1]).toEqual({ field: 'last_name', kind: 'likely' });
      expect(matchColumns(['Vorname', 'Nachname', name])[2]).toEqual({ field: null, kind: 'none' });
    },
  );
});
