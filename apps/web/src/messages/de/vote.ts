import type { vote as english } from '../en/vote.ts'
import type { Translation } from '@pitboard/contract/words/message'

export const vote: Translation<typeof english> = {
  title: 'Fahrer des Tages',
  titleOf: 'Fahrer des Tages: {name}',
  until: 'Stimm bis {date} ab. Bis dahin kannst du deine Stimme ändern.',
  secret: 'Niemand sieht, wer für wen gestimmt hat.',
  signIn: 'Melde dich an, um abzustimmen.',
  driversOnly: 'Fahrer dieser Saison stimmen bis {date} ab.',
  counting: 'Die Abstimmung ist beendet. Die Stimmen werden gezählt.',
  nobody: 'Niemand wurde zum Fahrer des Tages gewählt.',
  choose: 'Deine Stimme',
  takeBack: 'Stimme zurücknehmen',
  winner: { one: '{votes} von {count} Stimme', other: '{votes} von {count} Stimmen' },
  own: 'Deine Stimme: {name}',
}
