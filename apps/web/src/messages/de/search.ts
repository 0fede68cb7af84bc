import type { search as english } from '../en/search.ts'
import type { Translation } from '../message.ts'

export const search = {
  title: 'Suche: {search}',
  scope: {
    one: 'Durchsucht: die Rennen, die gerade gefahren werden, und die letzte Aufzeichnung, nach Strecke, Sitzung, Jahr und wer sie aufgezeichnet hat.',
    other:
      'Durchsucht: die Rennen, die gerade gefahren werden, und die letzten {count} Aufzeichnungen, nach Strecke, Sitzung, Jahr und wer sie aufgezeichnet hat.',
  },
  live: 'Jetzt auf der Strecke',
  recorded: 'Aufgezeichnet',
  nothing: 'Nichts gefunden',
  nothingWhy:
    'Kein Rennen enthält alle diese Wörter. Versuche es mit weniger, etwa nur mit der Strecke.',
} satisfies Translation<typeof english>
