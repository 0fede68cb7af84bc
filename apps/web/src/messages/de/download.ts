import type { download as english } from '../en/download.ts'
import type { Translation } from '@pitboard/contract/words/message'

export const download = {
  title: 'Nach dem Herunterladen',
  intro:
    'Der Recorder für dein Gerät: {platform}. Er bringt alles mit, was er braucht, und installiert nichts.',
  introArchive:
    'Der Recorder als Archiv, das unter Windows, macOS und Linux läuft. Auf deinem Gerät muss Node 22 oder neuer sein; sonst wird nichts installiert.',
  onHandheld:
    'Auf Handy und Tablet läuft der Recorder nicht: Er gehört auf den Computer neben dem Spiel.',
  onHandheldSteps:
    '- Öffne `{address}/downloadInfo` auf dem PC, auf dem du spielst, oder auf einem Computer im Netz deiner Konsole. Alle Dateien stehen [unten](/downloadInfo#files); die eben hier geladene kannst du löschen.\n- Gar kein Computer? Eine Konsole kann direkt an diesen Server senden, an einen UDP-Port, den du mit Nutzer-ID und Recorder-Schlüssel für eine Weile bekommst: `POST /api/LiveSession/register` in der [API](/api/docs). Dann wird bei dir nichts gespeichert, und was unterwegs verloren geht, ist verloren.',
  again: 'Kein Download? Starte ihn noch einmal.',
  'windows-x64': 'Windows',
  'linux-x64': 'Linux (x64)',
  'linux-arm64': 'Linux (arm64)',
  'macos-arm64': 'macOS (Apple-Prozessor)',
  'macos-x64': 'macOS (Intel)',
  portable: 'Windows, macOS, Linux (braucht Node)',
  startTitle: 'Starten',
  on: 'Auf einem anderen Gerät: {platform}',
  windows: 'Windows',
  windowsSteps:
    '1. Öffne das geladene Programm, `pitboard-recorder-windows-x64@….exe`.\n2. {warning}\n3. Wenn die Firewall fragt, erlaube private Netzwerke.\n4. Im Browser öffnet sich eine Seite, auf der du ihn mit deinem Konto koppelst. Ein eigenes Fenster hat er nicht: Er zeichnet auf, bis du auf seiner Seite **Recorder beenden** wählst.',
  windowsUnsigned:
    'Windows zeigt **Der Computer wurde durch Windows geschützt** und einen unbekannten Herausgeber, weil das Programm nicht signiert ist: Wähle **Weitere Informationen**, dann **Trotzdem ausführen**. Ob die Datei von uns stammt, zeigt die Prüfsumme unten.',
  windowsSigned:
    'Das Programm ist signiert. Zeigt Windows trotzdem **Der Computer wurde durch Windows geschützt**, weil erst wenige diese Version gestartet haben, dann nennt **Weitere Informationen** den Herausgeber; wähle danach **Trotzdem ausführen**.',
  macos: 'macOS',
  macosSteps:
    '1. Öffne das geladene Archiv und darin das Programm.\n2. {warning}\n3. Wenn macOS fragt, erlaube eingehende Verbindungen und das Finden von Geräten im lokalen Netzwerk.\n4. Im Browser öffnet sich eine Seite, auf der du ihn mit deinem Konto koppelst. Er zeichnet auf, solange sein Fenster offen ist.',
  macosUnsigned:
    'macOS warnt, weil das Programm kein Zertifikat hat: Öffne **Systemeinstellungen**, **Datenschutz & Sicherheit** und wähle am Ende der Seite **Dennoch öffnen**. Ob die Datei von uns stammt, zeigt die Prüfsumme unten.',
  macosSigned:
    'Das Programm ist signiert. Wenn macOS fragt, ob du es öffnen willst, wähle **Öffnen**.',
  linux: 'Linux',
  linuxSteps:
    '1. Mach die Datei zum Programm: `chmod +x pitboard-recorder-linux-*`\n2. Starte sie: `./pitboard-recorder-linux-*`\n3. Im Browser öffnet sich eine Seite, auf der du ihn mit deinem Konto koppelst. Auf einem Gerät ohne Browser zeigt `./pitboard-recorder-linux-* record --help` die Optionen der Befehlszeile.',
  portableSteps:
    '1. Du brauchst [Node](https://nodejs.org) 22 oder neuer.\n2. Entpacke das Archiv.\n3. Öffne `pitboard-recorder.cmd` unter Windows, `Pitboard Recorder.command` unter macOS, oder starte `./pitboard-recorder` unter Linux.\n4. Im Browser öffnet sich eine Seite, auf der du ihn mit deinem Konto koppelst. Er zeichnet auf, solange sein Fenster offen ist.',
  pairTitle: 'Mit deinem Konto koppeln',
  pairSteps:
    'Der Recorder öffnet diese Website in deinem Browser und zeigt einen Code aus acht Buchstaben. Melde dich an oder [registriere dich](/signup), vergleiche den Code und bestätige: Von da an zeichnet er auf, sobald er startet. Auf einem Gerät ohne Browser öffnest du [diese Seite](/dashboard/pair) woanders und gibst den Code ein.\n\nDu kannst auch in den [Einstellungen](/dashboard/settings#recorder-keys) einen Recorder-Schlüssel erzeugen und ihn auf der Seite des Recorders eintragen.',
  gameTitle: 'Das Spiel einrichten',
  gameSteps:
    'Im Spiel: **Spieloptionen**, **Einstellungen**, **Telemetrie-Einstellungen**. Schalte die **UDP-Telemetrie** ein und lass den **UDP-Port** auf `20777`. Die **UDP-IP-Adresse** ist `127.0.0.1`, wenn der Recorder auf demselben PC läuft, sonst die Adresse des Computers, auf dem er läuft. Einzelheiten zu jedem Spiel und jeder Konsole stehen in der [FAQ](/faq#telemetry).\n\nSobald du im Auto sitzt, zählt die Seite des Recorders Pakete, und das Rennen steht unter [Live](/live).',
  firewallTitle: 'Wenn nichts ankommt',
  firewallSteps:
    '- Der Recorder lauscht auf UDP-Port `20777`. Läuft das Spiel auf einem anderen Gerät oder einer Konsole, muss die Firewall des Computers mit dem Recorder diesen Port freigeben.\n- Nur ein Programm kann einen Port benutzen. Läuft ein anderes Telemetrie-Programm, beende es, oder gib ihm einen anderen Port und lass den Recorder dorthin weiterleiten.\n- Beide Geräte müssen im selben Netz sein. Gastnetze trennen ihre Geräte oft voneinander.\n- Zu diesem Server baut der Recorder nur ausgehende Verbindungen auf; dein Router braucht keinen offenen Port.',
  filesTitle: 'Alle Dateien und ihre Prüfsummen',
  version: 'Version {version}. Die Zeile neben jeder Datei ist ihre SHA-256-Prüfsumme.',
  megabytes: '{size} MB',
  checksums:
    'Zum Vergleichen: `Get-FileHash DATEI` in der PowerShell unter Windows, `shasum -a 256 DATEI` unter macOS, `sha256sum DATEI` unter Linux.',
  none: 'Dieser Server bietet keinen Recorder zum Herunterladen an',
  noneWhy:
    'Wenn du den Server betreibst: npm start packt den Recorder, npm run build:recorder baut Programme, die kein Node brauchen.',
} satisfies Translation<typeof english>
