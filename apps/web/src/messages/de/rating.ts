import type { rating as english } from '../en/rating.ts'
import type { Translation } from '@pitboard/contract/words/message'

export const rating = {
  title: 'Stärke der Fahrer',
  driver: 'Fahrer',
  points: 'Stärke',
  change: 'Letztes Rennen',
  races: 'Rennen',
  isNew: 'Neu',
  isNewWhy: 'Weniger als fünf Rennen: die Zahl schwankt noch stark',
  showAll: { one: 'Den einen Fahrer zeigen', other: 'Alle {count} Fahrer zeigen' },
  showFewer: 'Weniger zeigen',
  rule: 'Wie diese Zahl zustande kommt',
  ruleText:
    'Alle beginnen bei **1500**. Jedes Rennen der Liga vergleicht jeden Fahrer mit allen anderen, die mitgefahren sind, in der Reihenfolge, in der die Rennen gefahren wurden. Wer vor Stärkeren ins Ziel kommt, gewinnt viel, vor Schwächeren wenig; dahinter verliert man ebenso viel. Je mehr Rennen ein Fahrer hat, desto sicherer ist die Zahl: Gezählt wird, was sicher ist, deshalb wächst sie in den ersten Rennen auch im Mittelfeld.\n\n- Rennen und Sprints zählen, mit den Entscheidungen der Rennleitung. Wer nicht ins Ziel kam oder disqualifiziert wurde, liegt hinter allen im Ziel, untereinander gleichauf.\n- Fahrer mehrerer Klassen werden dort verglichen, wo sie im selben Rennen fuhren.\n- Fahrer des Spiels und Fahrer mit verborgenem Namen bleiben außen vor. Ein Rennen mit einem Fahrer ändert nichts, und eines, das mehrere aufgezeichnet haben, zählt einmal.\n- Die Zahl wird jedes Mal aus den aktuellen Ergebnissen neu berechnet: Eine Strafe, eine Korrektur oder ein entferntes Rennen ändert alles danach.\n- Sie zählt die neuesten 20 Saisons der Liga und gibt in keiner Meisterschaft Punkte.\n\nDie Methode ist die von Weng und Lin (2011) für das Modell von Plackett und Luce, die auch openskill verwendet.',
} satisfies Translation<typeof english>
