import type { Area } from '@pitboard/contract/words/message'

/** The dialog with the code of a frame. */
export const embedding = {
  embed: 'Embed',
  privateTitle: 'Nobody else can open this link',
  privateWhy:
    'What it leads to is private: only its team sees it. Make it public, or invite people into the league.',
  makePublic: 'Change who can see it',
  openLeague: 'Make it public or invite people',
  invite: 'Invite people',
  copyAnyway: 'Copy it for the team',
  cancel: 'Cancel',
  title: 'Embed in your site',
  why: 'Paste the code into your page. It shows the newest state, without a sign-in.',
  content: 'Content',
  drivers: 'Drivers’ standings',
  teams: 'Teams’ standings',
  calendar: 'Calendar',
  result: 'Result',
  live: 'This session',
  liveUser: 'Whatever this driver records next',
  theme: 'Theme',
  themeAuto: 'That of the reader’s system',
  themeLight: 'Light',
  themeDark: 'Dark',
  language: 'Language',
  languageReader: 'That of the reader’s browser',
  code: 'Code',
  preview: 'Preview',
  previewHint: 'The code has the height of the whole content. Change it to fit your page.',
} as const satisfies Area
