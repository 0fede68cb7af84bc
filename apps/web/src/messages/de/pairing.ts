import type { Translation } from '@pitboard/contract/words/message'
import type { pairing as english } from '../en/pairing.ts'

export const pairing = {
  pairTitle: 'Deinen Recorder koppeln',
  pairAbout: 'Wo der Code steht',
  pairAboutHow:
    'Der Recorder zeigt ihn beim Start, auf seiner eigenen Seite und in seinem Terminal. Er gilt 10 Minuten.\n\nDu bestätigst einmal für jeden Computer. Danach zeichnet der Recorder jedes Rennen auf, sobald es beginnt. In den [Einstellungen](/dashboard/settings#recorder-keys) kannst du ihn widerrufen.\n\nNoch kein Recorder? [Lade ihn herunter](/downloadInfo).',
  linkWrong: 'Der Link enthält keinen gültigen Code. Gib den ein, den der Recorder zeigt.',
  compare: 'Zeigt dein Recorder diesen Code?',
  warning:
    'Bestätige nur, wenn du den Recorder gerade selbst auf deinem eigenen Computer gestartet hast. Er zeichnet in deinem Namen Sessions auf.',
  computer: 'Computer',
  system: 'Betriebssystem',
  version: 'Version des Recorders',
  address: 'Angefragt von',
  sameNetwork: '{address} (dein Netz)',
  otherNetwork: '{address} (nicht das Netz, in dem du gerade bist)',
  time: 'Angefragt um',
  untrusted: 'Name und System nennt der Recorder selbst; niemand hat sie geprüft.',
  confirm: 'Bestätigen und koppeln',
  refuse: 'Das ist nicht meiner',
  unknown:
    'Mit diesem Code wartet kein Recorder. Vielleicht ist er abgelaufen oder schon benutzt. Starte die Kopplung im Recorder noch einmal.',
  tooMany: 'Es wurden zu viele Codes versucht. Warte eine Minute und versuche es dann noch einmal.',
  full: 'Du hast die Höchstzahl an Recorder-Schlüsseln erreicht. Widerrufe einen in den [Einstellungen](/dashboard/settings#recorder-keys) und bestätige dann noch einmal.',
  pairFailed: 'Die Kopplung ist fehlgeschlagen.',
  code: 'Code, den der Recorder zeigt',
  codeHint: 'Acht Buchstaben, zum Beispiel WDJB-MJHT.',
  pairCodeMissing: 'Gib die acht Buchstaben des Codes ein.',
  pairContinue: 'Weiter',
  paired: 'Dein Recorder ist gekoppelt.',
  pairedHow:
    'Er zeichnet ab jetzt auf, und diese Seite öffnet dein Rennen, sobald es live ist. In den Einstellungen kannst du den Recorder jederzeit widerrufen.',
  refused: 'Abgelehnt. Der Recorder hat keinen Zugang zu deinem Konto bekommen.',

  stepsTitle: 'Dein erstes Live-Rennen',
  stepDone: 'Erledigt',
  stepNow: 'Jetzt',
  stepOpen: 'Offen',
  download: 'Recorder herunterladen',
  downloadHow:
    'Er läuft neben dem Spiel, auf deinem PC oder auf einem Computer im Netz deiner Konsole.',
  pair: 'Starten und den Code bestätigen',
  pairHow:
    'Der Recorder öffnet eine Seite in deinem Browser. Vergleiche den Code und bestätige: Du musst weder Adresse noch Schlüssel kopieren.',
  packets: 'Telemetrie im Spiel einschalten',
  packetsHow:
    'In den Telemetrie-Einstellungen des Spiels: UDP-Telemetrie an, UDP-Port {port}, IP-Adresse 127.0.0.1, wenn der Recorder auf demselben PC läuft, sonst die Adresse seines Computers. Das Spiel sendet, sobald du im Auto sitzt.',
  packetsHelp: 'Wo die Einstellungen in jedem Spiel und auf jeder Konsole sind',
  live: 'Fahren: dein Rennen ist live',
  liveHow:
    'Der Recorder empfängt {rate} Pakete in der Sekunde. Die Live-Seite öffnet sich, sobald eine Session beginnt.',
  watch: 'Dein Rennen live ansehen',
  session: 'Ins Ziel: die Session ist gespeichert',
  sessionHow: 'Wenn die Session endet, steht jede ihrer Runden unter deinen Sessions.',

  waiting: 'Der Recorder läuft nicht oder erreicht diese Website nicht.',
  noPackets:
    'Dein Recorder läuft, empfängt auf UDP-Port {port} aber nichts. Prüfe, ob die UDP-Telemetrie an ist und die IP-Adresse stimmt. Läuft das Spiel auf einer Konsole oder einem anderen PC, blockiert vielleicht die Firewall dieses Computers den Port: Erlaube dort den Recorder.',
  otherPort:
    'Das Spiel sendet an Port {found}, dein Recorder lauscht aber auf {port}. Stelle den UDP-Port im Spiel auf {port}.',
  unsupportedFormat:
    'Das Spiel sendet das Telemetrie-Format {format}, das nicht unterstützt wird. Wähle in den Telemetrie-Einstellungen ein neueres UDP-Format.',
  notTelemetry:
    'An Port {port} sendet etwas anderes als das Spiel. Prüfe, welches Programm ihn benutzt, oder wähle im Spiel und im Recorder einen anderen Port.',
  portTaken:
    'Ein anderes Programm benutzt UDP-Port {port}. Beende es, oder wähle im Spiel und im Recorder einen anderen Port.',
  restricted:
    'Im Spiel steht „Deine Telemetrie“ auf Eingeschränkt: Die Recorder anderer Fahrer sehen deine Reifen, deinen Sprit und deine Schäden nicht. Stelle sie auf Öffentlich, wenn du mit anderen fährst.',
} satisfies Translation<typeof english>
