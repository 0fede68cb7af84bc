import type { guides as english } from '../en/guides.ts'
import type { Translation } from '@pitboard/contract/words/message'

export const guides = {
  title: 'Anleitungen',
  lead: 'Schritt für Schritt, von den Einstellungen im Spiel bis zur Übertragung deiner Liga.',
  search: 'Anleitungen und Fragen durchsuchen',
  found: 'Gefunden',
  nothing: 'Nichts enthält diese Wörter',
  nothingWhy: 'Versuche weniger oder andere Wörter, oder sieh die Anleitungen und Fragen durch.',
  toFaq: 'Alle Fragen und Antworten',
  others: 'Weitere Anleitungen',
  contents: 'In dieser Anleitung',

  game: 'Das Spiel einrichten',
  gameLead:
    'Von den Telemetrie-Einstellungen zum ersten Rennen auf der Website, auf PC, PlayStation und Xbox.',
  settings: 'Die Einstellungen im Spiel',
  settingsText:
    'Öffne **Spieloptionen**, **Einstellungen**, **Telemetrie-Einstellungen**; während einer Session sind sie auch im Pausenmenü. Stelle jede Zeile ein wie im Bild. Das Spiel speichert sie, du machst das also auf jedem Gerät einmal.\n\n- **UDP-Format** ist das Jahr deines Spiels.\n- **Deine Telemetrie** entscheidet, ob andere deinen Reifenverschleiß, Sprit und Schaden sehen: [was sonst fehlt](/faq#restricted).\n- Ein schwaches WLAN kommt mit 20 Hz besser zurecht als mit 60 Hz.',
  settingsMenu: 'Telemetrie-Einstellungen',
  settingTelemetry: 'UDP-Telemetrie',
  settingTelemetryValue: 'Ein',
  settingBroadcast: 'UDP-Broadcast-Modus',
  settingBroadcastValue: 'Aus',
  settingAddress: 'UDP-IP-Adresse',
  settingPort: 'UDP-Port',
  settingRate: 'UDP-Senderate',
  settingFormat: 'UDP-Format',
  settingFormatValue: 'Das Jahr des Spiels',
  settingYours: 'Deine Telemetrie',
  settingYoursValue: 'Öffentlich',
  pc: 'Auf dem PC',
  pcText:
    'Der Recorder läuft neben dem Spiel, und die Adresse bleibt `127.0.0.1`.\n\n1. [Lade den Recorder herunter](/downloadInfo) und starte ihn. Dein Browser öffnet seine Seite.\n2. Melde dich hier an und bestätige den Code, den er zeigt: auf jedem Computer einmal.\n3. Fahr auf die Strecke. Der Recorder zählt, was ankommt, und dein Rennen steht unter [Live](/live).',
  pcGame: 'Spiel und Recorder',
  pcGameWhere: 'Dein PC',
  consoles: 'Auf PlayStation und Xbox',
  consolesText:
    'Die Konsole sendet an einen Computer im selben Netz, und dort läuft der Recorder. Die Einstellungen sind im Spiel, nicht in der Konsole.\n\n1. Starte den Recorder auf dem Computer. Seine Seite zeigt die Adresse, die ins Spiel gehört, etwa `192.168.1.20`.\n2. Trage diese Adresse im Spiel als **UDP-IP-Adresse** ein.\n3. Erlaube den Recorder in privaten Netzen, wenn Windows fragt ([die Firewall später](/faq#firewall)).\n\nWechselt die Adresse des Computers ab und zu, gib ihm im Router eine feste.',
  consoleGame: 'Spiel',
  consoleGameWhere: 'Konsole',
  consoleRecorder: 'Recorder',
  consoleRecorderWhere: 'Ein Computer zu Hause',
  server: 'Diese Website',
  serverWhere: 'Im Internet',
  viewers: 'Zuschauer',
  viewersWhere: 'Handys und Browser',
  check: 'Sehen, ob es läuft',
  checkText:
    'In Menüs wird nichts gesendet: Fahr auf die Strecke, egal in welchem Modus. Dann zeigt der Recorder Pakete, und die Website zeigt nach Sekunden deine Session.\n\n- Keine Pakete im Recorder: [was du prüfen kannst](/faq#nothing).\n- Pakete, aber hier keine Session: Der Recorder sagt, worauf er wartet. Er verliert nichts und sendet später.\n- Namen heißen „Player“: [ihre Fahrer verbergen sie](/faq#names).',

  league: 'Eine Liga leiten',
  leagueLead:
    'Eine Saison vom Kalender bis zum Meister, mit Ergebnissen, die aus den Aufzeichnungen kommen.',
  prepare: 'Vor der Saison',
  prepareText:
    '1. Erstelle eine [Liga](/dashboard/leagues/create) und darin eine [Saison](/dashboard/seasons/create). Eine Saison kann Kalender, Punkte und Fahrer einer früheren übernehmen.\n2. Füge unter **Wochenenden** den ganzen Kalender ein: eine Zeile je Rennen, wie sie in eurem Chat oder eurer Tabelle steht.\n3. Trage unter **Fahrerliste** Teams und Fahrer ein, oder öffne eine **Anmeldung** und nimm an, wer kommt.\n4. Wähle unter **Einstellungen** die Punkte: Vorlagen des echten Sports, eine eigene Tabelle, Sprints, schnellste Runde, Streichresultate, Klassen.',
  night: 'Ein Rennabend',
  nightText:
    'Ein Fahrer, der bis zum Ende bleibt, zeichnet auf; [ein zweiter ist die Reserve](/faq#who). Alles andere folgt daraus:\n\n1. Unter **Wochenenden** steht, was du aufgezeichnet hast, mit dem Rennen, zu dem es passt, und **Sessions verknüpfen** findet die Aufzeichnungen anderer. Die Wirkung auf die Wertung siehst du, bevor du verknüpfst.\n2. Ordne unter **Namen** die Fahrer zu, die [ihren Namen verbergen](/faq#names). Die Saison merkt sie sich.\n3. Entscheide über Vorfälle, siehe [Rennleitung](/guides/stewarding).\n4. Veröffentliche unter **Ergebnisse** vorläufig, später offiziell. Jede Fassung bleibt lesbar.\n\nWird ein Rennen verknüpft, während es läuft, zählt es live in der Wertung.',
  nightCalendar: 'Kalender',
  nightCalendarWhere: 'Wochenenden',
  nightLink: 'Aufzeichnung verknüpfen',
  nightLinkWhere: 'Wochenenden',
  nightNames: 'Namen zuordnen',
  nightNamesWhere: 'Namen',
  nightDecide: 'Entscheiden',
  nightDecideWhere: 'Rennleitung',
  nightPublish: 'Veröffentlichen',
  nightPublishWhere: 'Ergebnisse',
  tell: 'Allen Bescheid geben',
  tellText:
    'Auf der Bearbeitungsseite der Liga sendet **Ankündigungen** Ergebnisse, Entscheidungen und das nächste Rennen in einen Discord-Kanal oder an ein eigenes Programm; die Nachricht wird wiederholt, bis sie ankommt. Leser können die Liga als Feed und den Kalender einer Saison abonnieren.\n\nTabellen, Kalender und Live-Timing stehen auch auf eurer eigenen Website: **Einbetten** auf der Seite der Saison gibt den Code.',
  help: 'Die Arbeit teilen',
  helpText:
    'Lade andere auf der Bearbeitungsseite der Liga ein. Die Rolle **Admin** kann, was du kannst, **Ergebnisse** verknüpft und veröffentlicht, **Rennleitung** entscheidet über Vorfälle. Zwei können gleichzeitig arbeiten: Wer später speichert, sieht, was der andere geändert hat, und verliert nichts.\n\nJede Änderung steht mit ihrem Autor im **Verlauf** und lässt sich zurücknehmen.',
  typed: 'Ohne Aufzeichnung',
  typedText:
    'Niemand hat aufgezeichnet? [Trage das Ergebnis ein](/dashboard/sessions/typed): Füge die Wertung aus einer Tabelle ein, oder tippe Namen und Zeiten. Es zählt wie ein aufgezeichnetes, nur ohne Runden.',

  stewarding: 'Rennleitung',
  stewardingLead: 'Von der Meldung eines Vorfalls bis zur Entscheidung, die alle lesen können.',
  rules: 'Die Regeln festlegen',
  rulesText:
    'Im Editor der Saison stehen unter **Rennleitung** die Regeln: wer melden darf, wie viele Stunden lang, wie lange ein gemeldeter Fahrer Stellung nehmen kann, ob es Einsprüche gibt, wann Strafpunkte verfallen und was auf wie viele von ihnen folgt.',
  case: 'Ein Fall',
  caseText:
    '1. Ein Fahrer meldet einen Vorfall auf der Seite der Saison oder der Session: die Autos, die Runde, was passiert ist, Videos. Der Moment kann einer der Aufzeichnung sein, dann öffnen alle das Replay an dieser Stelle.\n2. Die gemeldeten Fahrer nehmen Stellung, bis zur Frist oder bis sie es getan haben.\n3. Die Rennleitung berät, schlägt vor und stimmt ab. Das liest nur, wer zu ihr gehört und nicht beteiligt ist.\n4. Eine Person veröffentlicht die Entscheidung, mit Begründung und Wirkung auf Ergebnis und Wertung.\n5. Wer gemeldet hat oder gemeldet wurde, kann Einspruch einlegen, wenn eure Regeln es erlauben. Die nächste Entscheidung ersetzt die erste.',
  caseReport: 'Meldung',
  caseReportWhere: 'Ein Fahrer',
  caseResponse: 'Stellungnahme',
  caseResponseWhere: 'Die gemeldeten Fahrer',
  caseRoom: 'Beratung',
  caseRoomWhere: 'Nur die Rennleitung',
  caseDecision: 'Entscheidung',
  caseDecisionWhere: 'Öffentlich',
  caseAppeal: 'Einspruch',
  caseAppealWhere: 'Die Beteiligten',
  penalties: 'Strafen',
  penaltiesText:
    '- **Zeit, Plätze, Punkte, Disqualifikation** ändern Ergebnis und Wertung sofort. Sieh dir die Wirkung an, bevor du veröffentlichst.\n- **Startplatzstrafen** stehen beim nächsten Rennen; seine Startaufstellung zeigt, ob sie verbüßt sind, oder du bestätigst es.\n- **Sperren für Rennen und Qualifying** stehen in der Fahrerliste und bei den Zu- und Absagen, und ein Ersatzfahrer rückt nach.\n- **Strafpunkte und Verweise** sammeln sich je Fahrer, mit den Schwellen eurer Regeln.\n- **Strafen auf Bewährung** warten auf ein weiteres Vergehen: Ein Druck setzt sie in Kraft.\n\nEine Entscheidung lässt sich aufheben, und mit ihr alles, was sie bewirkt hat.',
  fair: 'Gerecht und vertraulich',
  fairText:
    'Wer am Vorfall beteiligt war, kann nicht über ihn entscheiden, auch nicht der Besitzer. Meldungen und Stellungnahmen sind für Beteiligte und Rennleitung, die Beratung ist für die Rennleitung. Entscheidung, Nummer und Begründung lesen alle, und sie kommen in den Kanal eurer Ankündigungen.',

  broadcasting: 'Übertragen',
  broadcastingLead: 'Zeiten in deinem Stream, Szenen vom Handy, Seiten für Kommentatoren.',
  overlay: 'Das Overlay in deinem Stream',
  overlayText:
    '1. Öffne [Stream-Overlay](/streamOverlay) und wähle, wessen Sessions es folgt, seine Teile und seinen Stil. Die Vorschau spielt ein Beispiel, wenn niemand fährt.\n2. Kopiere die Adresse.\n3. Füge in OBS oder einem anderen Programm eine **Browserquelle** mit dieser Adresse und 1920 × 1080 Pixeln hinzu. Ihr Hintergrund ist durchsichtig.\n\nDie Adresse für einen Fahrer bleibt bei jeder Session dieselbe. Sie ist so öffentlich wie die Seite: Sie zeigt, was alle sehen dürfen.',
  scene: 'Was die Szenen zeigen',
  sceneTower: 'Timing-Turm',
  sceneBattle: 'Engster Kampf',
  sceneThird: 'Fahrer',
  scenes: 'Szenen wechseln',
  scenesText:
    'Schalte im Baukasten **Szenen vom Telefon oder per Tastatur wechseln** ein, und öffne die Adresse der Fernbedienung auf einem Handy: Turm, Fahrer, engster Kampf, Startaufstellung, schnellste Runde, Ergebnis, Wertung, nächstes Rennen. Wer diese Adresse hat, kann wechseln; gib sie also nur deiner Regie. In OBS tun die Tasten 1 bis 9 dasselbe.',
  delay: 'Bild und Zeiten zusammen',
  delayText:
    'Das Bild eines Streams kommt später als die Zeiten. Trage im Baukasten seine Verzögerung in Sekunden ein; auf der Live-Seite tut die Verzögerung in der Zeitleiste dasselbe für Kommentatoren. Alle Fenster eines Rennens folgen einer Uhr.',
  commentators: 'Für Kommentatoren',
  commentatorsText:
    'Die Live-Seite hat Ansichten zum Zuschauen, für Strategie, Qualifying und Übertragung: eine Taste für jede, und die Adresse merkt sie sich. Öffne die Karte, einen Fahrer oder die Rennleitung in einem eigenen Fenster für einen zweiten Bildschirm. Der Renningenieur spricht, was einen Fahrer betrifft: Abstände, Kämpfe, Stopps, Strafen.\n\nDie Einbettungen einer [Liga](/leagues) zeigen denselben Turm auf eurer Website.',
} as const satisfies Translation<typeof english>
