import { raceMoments } from '@pitboard/contract/words/race-moments-de'
import type { story as english } from '../en/story.ts'
import type { Translation } from '@pitboard/contract/words/message'

export const story = {
  ...raceMoments,
  moments: 'Schlüsselmomente',
  momentsNote: 'Stopps und Strafen sind die der ersten drei und des Führenden.',
  deciding: 'Entscheidend',
  watch: 'Im Replay ansehen',
  fromGrid: 'von Platz {grid}',
  fromPitLane: 'aus der Boxengasse',
  stop: '{driver} stoppt',
  contact: '{driver} und {other} berühren sich',
  contactAlone: '{driver} hat eine Berührung',
  afterLaps: {
    one: 'nach {count} Runde',
    other: 'nach {count} Runden',
  },
  contactBefore: 'kurz zuvor Berührung mit {other}',
  copy: 'Bericht als Text',
  wonIn: {
    one: '{winner} gewann das Rennen über {count} Runde in {time}, gestartet von Platz {grid}.',
    other: '{winner} gewann das Rennen über {count} Runden in {time}, gestartet von Platz {grid}.',
  },
  wonInTime: {
    one: '{winner} gewann das Rennen über {count} Runde in {time}.',
    other: '{winner} gewann das Rennen über {count} Runden in {time}.',
  },
  third: '{third} kam auf Platz 3, {margin} hinter Platz 1.',
  led: 'Führungsrunden: {list}.',
  ledBy: '{driver} {laps}',
  safetyCarOut: 'Safety-Car: {list}.',
  virtualSafetyCarOut: 'Virtuelles Safety-Car: {list}.',
  redFlagOut: 'Rote Flagge: {list}.',
  retired: {
    one: '{count} Auto schied aus: {list}.',
    other: '{count} Autos schieden aus: {list}.',
  },
  retiredAfter: {
    one: '{driver} nach {count} Runde',
    other: '{driver} nach {count} Runden',
  },
  gained: {
    one: '{driver} gewann die meisten Plätze: {count}, von {from} auf {to}.',
    other: '{driver} gewann die meisten Plätze: {count}, von {from} auf {to}.',
  },
  lost: {
    one: '{driver} verlor die meisten Plätze: {count}, von {from} auf {to}.',
    other: '{driver} verlor die meisten Plätze: {count}, von {from} auf {to}.',
  },
  fastest: '{driver} fuhr mit {time} die schnellste Runde.',
  fastestOn: '{driver} fuhr in Runde {lap} mit {time} die schnellste Runde.',
  quickestStop: '{driver} hatte in Runde {lap} mit {time} den schnellsten Stopp.',
  penalised: 'Zeitstrafen: {list}.',
  penalisedBy: '{driver} {seconds} s',
  ownRace: 'Dein Rennen',
  driverRace: 'Rennen eines Fahrers',
  driver: 'Fahrer',
  noDriverRace: 'Diese Aufzeichnung zeigt weder Runden noch Stopps dieses Fahrers.',
  startPitLane: 'Aus der Boxengasse gestartet und nach Runde 1 auf Platz {to}.',
  startKept: 'Am Start Platz {to} behalten.',
  startWon: {
    one: 'Am Start {count} Platz gewonnen, von {from} auf {to}.',
    other: 'Am Start {count} Plätze gewonnen, von {from} auf {to}.',
  },
  startLost: {
    one: 'Am Start {count} Platz verloren, von {from} auf {to}.',
    other: 'Am Start {count} Plätze verloren, von {from} auf {to}.',
  },
  passes: 'Plätze auf der Strecke nach Runde 1: {made} gewonnen, {suffered} verloren.',
  traffic: {
    one: '{count} Runde keine 1.5 s hinter einem anderen Auto, davon {laps} hinter {rival}.',
    other: '{count} Runden keine 1.5 s hinter einem anderen Auto, davon {laps} hinter {rival}.',
  },
  trafficCost: 'Gegenüber dem eigenen Tempo bei freier Fahrt kostete das {time}.',
  trafficHelped: 'Der Windschatten brachte {time} gegenüber dem eigenen Tempo bei freier Fahrt.',
  trafficFree: 'Das kostete weniger als eine halbe Sekunde.',
  stopped: 'Stopp in Runde {lap}.',
  stoppedFor: 'Stopp in Runde {lap}, mit {time} Standzeit.',
  stopLoss: 'Der Stopp in Runde {lap} kostete {loss}.',
  stopMore:
    'Der Stopp in Runde {lap} kostete {loss}, {time} mehr als der Median des Feldes von {median}.',
  stopLess:
    'Der Stopp in Runde {lap} kostete {loss}, {time} weniger als der Median des Feldes von {median}.',
  stopSlow: 'Der Stopp in Runde {lap}, bei langsamem Feld, kostete {loss} statt {median}.',
  tyresSlower:
    'Runden {first} bis {last} auf {tyre}: jede Runde war {time} langsamer als die davor.',
  tyresFaster:
    'Runden {first} bis {last} auf {tyre}: jede Runde war {time} schneller als die davor.',
  tyresEven: 'Runden {first} bis {last} auf {tyre}: das Tempo blieb, bis auf {time} je Runde.',
  noMistake: {
    one: 'In der {count} Runde, die sich vergleichen lässt, zeigt sich kein Fehler.',
    other: 'In den {count} Runden, die sich vergleichen lassen, zeigt sich kein Fehler.',
  },
  slowLap: 'Runde {lap} war {time} langsamer als das eigene Tempo, und nichts anderes erklärt es.',
  contactLap: 'Runde {lap} war {time} langsamer als das eigene Tempo, mit Berührung mit {other}.',
  moreSlowLaps: {
    one: '{count} weitere solche Runde kostete {time}.',
    other: '{count} weitere solche Runden kosteten {time}.',
  },
  penalty: '{penalty} in Runde {lap}.',
  penaltyFor: '{penalty} in Runde {lap}: {reason}.',
  served: 'Angetreten in Runde {lap}, kostete sie {time}.',
  placesLost: {
    one: 'Sie kostete {count} Platz im Ergebnis.',
    other: 'Sie kostete {count} Plätze im Ergebnis.',
  },
  out: 'Ausgeschieden in Runde {lap}.',
  outAfterContact: 'Ausgeschieden in Runde {lap}, kurz nach Berührung mit {other}.',
} satisfies Translation<typeof english>
