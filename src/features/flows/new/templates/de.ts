import { button, divider, faq, form, heading, hero, list, steps, text, type Templates } from './blocks.ts';

export const templates: Templates = {
  evening: [
    hero(
      'Einladung zu einem offenen Abend',
      'Ein kurzer Vortrag, gute Gespräche und etwas zu essen. Familie und Freunde sind willkommen, der Eintritt ist frei.',
      'Platz sichern',
    ),
    heading('Was Sie erwartet'),
    list(
      'Ein kurzer Vortrag mit Zeit für Fragen',
      'Kleine Gruppen, in denen alle zu Wort kommen',
      'Ein gemeinsames Abendessen',
    ),
    heading('Wann und wo'),
    text('**Datum**, **Uhrzeit** und **Anfahrt** erhalten Sie, sobald Sie Ihren Platz gesichert haben.'),
    faq(
      ['Muss ich etwas vorbereiten?', 'Nein. Kommen Sie, wie Sie sind, und bringen Sie gern jemanden mit.'],
      ['Was kostet der Abend?', 'Nichts. Auch das Essen ist frei.'],
      ['Kann ich meine Kinder mitbringen?', 'Ja. Schreiben Sie uns im Kommentar, wie alt sie sind.'],
    ),
    heading('Platz sichern'),
    form({
      fields: ['name', 'phone', 'comment'],
      label: 'Platz sichern',
      consent: 'Ich bin einverstanden, dass man mich wegen dieses Abends kontaktiert.',
      thanks: 'Ihr Platz ist gesichert. Wir melden uns vor dem Abend bei Ihnen.',
      tag: 'Offener Abend',
    }),
  ],
  course: [
    hero(
      'Ein kostenloser Kurs für einen guten Anfang',
      'Kurze Lektionen, die Sie auf dem Handy lesen oder ansehen, wann immer Sie Zeit haben, auch ohne Internet.',
      'Kurs beginnen',
    ),
    heading('Was Sie lernen'),
    list(
      'Klar zu sehen, wo Sie stehen',
      'Kleine Schritte zu gehen, die bleiben',
      'Dranzubleiben, wenn es schwierig wird',
    ),
    heading('So geht es'),
    steps(
      'Sie nennen Ihren Namen und einen Kontakt',
      'Sie erhalten Zugang zur ersten Lektion',
      'Sie lernen in Ihrem Tempo',
    ),
    text('Es gibt keine Prüfung und keine Frist. Auf Ihre Fragen **antwortet ein Mensch**.'),
    heading('Kurs beginnen'),
    form({
      fields: ['name', 'email', 'phone'],
      label: 'Zugang erhalten',
      consent: 'Ich möchte Zugang zum Kurs und bin einverstanden, dass man mich dazu kontaktiert.',
      thanks: 'Vielen Dank. Sie erhalten bald Zugang zur ersten Lektion.',
      tag: 'Kostenloser Kurs',
    }),
  ],
  consultation: [
    hero(
      'Sprechen wir über Ihre Frage',
      'Ein persönliches Gespräch von einer halben Stunde, am Telefon oder vor Ort. Kostenlos und unverbindlich.',
      'Gespräch anfragen',
    ),
    heading('Das kann helfen, wenn Sie'),
    list('vor einer Entscheidung stehen', 'schon viel versucht haben', 'einen Blick von außen suchen'),
    heading('So läuft es ab'),
    steps(
      'Sie schreiben, wann Sie erreichbar sind',
      'Ich rufe Sie an, und wir finden einen Termin',
      'Wir sprechen, und Sie entscheiden, wie es weitergeht',
    ),
    divider,
    heading('Gespräch anfragen'),
    form({
      fields: ['name', 'phone', 'comment'],
      label: 'Gespräch anfragen',
      consent: 'Ich bin einverstanden, dass man mich wegen meiner Frage zurückruft.',
      thanks: 'Vielen Dank. Ich rufe Sie an, um einen Termin zu finden.',
      tag: 'Beratung',
    }),
  ],
  newsletter: [
    hero(
      'Fragen, über die es sich nachzudenken lohnt',
      'Alle zwei Wochen eine gute Frage und ein paar Gedanken dazu. Sie können sich jederzeit abmelden.',
      'Abonnieren',
    ),
    heading('Was Sie erhalten'),
    list('Eine Frage, die Sie begleitet', 'Einen Text für fünf Minuten', 'Ab und zu eine Einladung'),
    text('Haben Sie selbst eine Frage? Schreiben Sie sie ins Formular. _Vielleicht wird sie das nächste Thema._'),
    heading('Abonnieren'),
    form({
      fields: ['name', 'email', 'comment'],
      label: 'Abonnieren',
      consent: 'Ich möchte diese E-Mails erhalten. Ich kann mich jederzeit abmelden.',
      thanks: 'Vielen Dank. Der nächste Brief kommt zu Ihnen.',
      tag: 'Newsletter',
    }),
  ],
  personal: [
    hero(
      'Schön, dass Sie da sind',
      'Hier lesen Sie, was ich tue und was ich für Sie tun kann. Ich freue mich, von Ihnen zu hören.',
      'Schreiben Sie mir',
    ),
    heading('Über mich'),
    text(
      'Ich bin gern mit Menschen zusammen, die lernen, fragen und etwas verändern möchten. Ich höre zuerst zu, dann spreche ich.\n\nWichtig sind mir **Ehrlichkeit**, **Geduld** und **praktische Hilfe**.',
    ),
    heading('Was ich für Sie tun kann'),
    list('Ihre Fragen beantworten', 'Bücher und Lektionen empfehlen', 'Sie mit Menschen in Ihrer Nähe bekannt machen'),
    button('Schreiben Sie mir'),
    divider,
    heading('Schreiben Sie mir'),
    form({
      fields: ['name', 'phone', 'email', 'comment'],
      label: 'Senden',
      consent: 'Ich bin einverstanden, dass man mich wegen meiner Nachricht kontaktiert.',
      thanks: 'Vielen Dank für Ihre Nachricht. Ich antworte bald.',
      tag: 'Persönliche Seite',
    }),
  ],
};
