import { button, divider, faq, form, heading, hero, list, steps, text, type Templates } from './blocks.ts';

export const templates: Templates = {
  evening: [
    hero(
      'You are invited to an open evening',
      'A short talk, good conversations and something to eat. Families and friends are welcome, and it costs nothing.',
      'Save my place',
    ),
    heading('What to expect'),
    list('A short talk that leaves room for questions', 'Small groups in which everyone can speak', 'Supper together'),
    heading('When and where'),
    text('We will send you the **date**, the **time** and the **way there** as soon as you have saved your place.'),
    faq(
      ['Do I have to prepare anything?', 'No. Come as you are, and bring a friend if you like.'],
      ['What does it cost?', 'Nothing. Supper is included.'],
      ['Can I bring my children?', 'Yes. Tell us in the comment how old they are.'],
    ),
    heading('Save my place'),
    form({
      fields: ['name', 'phone', 'comment'],
      label: 'Save my place',
      consent: 'I agree to be contacted about this evening.',
      thanks: 'Your place is saved. You will hear from us before the evening.',
      tag: 'open evening',
    }),
  ],
  course: [
    hero(
      'A free course for a good start',
      'Short lessons that you read or watch on your phone whenever you have a moment, also without internet.',
      'Start the course',
    ),
    heading('What you will learn'),
    list('To see clearly where you stand', 'To take small steps that last', 'To keep going when it gets difficult'),
    heading('How it works'),
    steps('You leave your name and a contact', 'You get access to the first lesson', 'You learn at your own pace'),
    text('There is no exam and no deadline. If you have a question, **a real person answers it**.'),
    heading('Start the course'),
    form({
      fields: ['name', 'email', 'phone'],
      label: 'Get access',
      consent: 'I agree to get access to the course and to be contacted about it.',
      thanks: 'Thank you. You will get access to the first lesson soon.',
      tag: 'free course',
    }),
  ],
  consultation: [
    hero(
      'Let us talk about your question',
      'A personal conversation of half an hour, by phone or in person. It is free and commits you to nothing.',
      'Ask for a conversation',
    ),
    heading('It can help if you'),
    list('Face a decision', 'Have tried a lot without success', 'Want a view from outside'),
    heading('How it goes'),
    steps(
      'You write when you can be reached',
      'I call you and we find a time',
      'We talk, and you decide what comes next',
    ),
    divider,
    heading('Ask for a conversation'),
    form({
      fields: ['name', 'phone', 'comment'],
      label: 'Ask for a conversation',
      consent: 'I agree to be called back about my question.',
      thanks: 'Thank you. I will call you to find a time.',
      tag: 'consultation',
    }),
  ],
  newsletter: [
    hero(
      'Questions worth thinking about',
      'A good question and a few thoughts about it, every two weeks. You can unsubscribe at any time.',
      'Subscribe',
    ),
    heading('What you get'),
    list('One question that stays with you', 'A text that takes five minutes to read', 'Now and then an invitation'),
    text('Do you have a question yourself? Write it into the form. _It may become the next topic._'),
    heading('Subscribe'),
    form({
      fields: ['name', 'email', 'comment'],
      label: 'Subscribe',
      consent: 'I agree to get these emails. I can unsubscribe at any time.',
      thanks: 'Thank you. You will get the next issue by email.',
      tag: 'newsletter',
    }),
  ],
  personal: [
    hero(
      'Nice to meet you',
      'Here you can read what I do and what I can do for you. I would be glad to hear from you.',
      'Write to me',
    ),
    heading('About me'),
    text(
      'I spend my time with people who learn, ask and want to change something. I listen first, and only then do I speak.\n\nWhat matters to me: **honesty**, **patience** and **practical help**.',
    ),
    heading('What I can do for you'),
    list('Answer your questions', 'Recommend books and lessons', 'Bring you together with people near you'),
    button('Write to me'),
    divider,
    heading('Write to me'),
    form({
      fields: ['name', 'phone', 'email', 'comment'],
      label: 'Send',
      consent: 'I agree to be contacted about my message.',
      thanks: 'Thank you for your message. I will answer soon.',
      tag: 'personal page',
    }),
  ],
};
