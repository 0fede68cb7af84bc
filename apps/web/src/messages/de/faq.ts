import type { faq as english } from '../en/faq.ts'
import type { Translation } from '@pitboard/contract/words/message'

export const faq = {
  title: 'Fragen und Antworten',
  contents: 'Inhalt',
  guides: 'Schritt für Schritt und mit Bildern: die Anleitungen',
  linkTo: 'Link zu dieser Frage',

  startGroup: 'Die ersten Schritte',
  what: 'Was ist Pitboard?',
  whatAnswer:
    'Eine Website, die Rennen aus einem F1-Spiel zeigt, während du sie fährst: Zeiten, Abstände, Reifen, Boxenstopps, Strafen und wo jeder auf der Strecke ist. Nach dem Rennen bleibt es hier, mit jeder Runde.\n\nDas Spiel sendet die Daten, der Recorder auf deinem Computer gibt sie weiter, die Website zeigt sie. Zuschauer brauchen nur einen Browser.',
  record: 'Wie zeichne ich meine Rennen auf?',
  recordAnswer:
    '1. Lade den Recorder mit dem Knopf oben herunter und starte ihn; [was nach dem Herunterladen zu tun ist](/downloadInfo), steht dort Schritt für Schritt.\n2. Er öffnet diese Website in deinem Browser: Melde dich an und bestätige den Code, den er zeigt. Das machst du auf jedem Computer einmal.\n3. Schalte im Spiel die Telemetrie ein, wie [unten](/faq#telemetry) beschrieben.\n4. Fahr los. Das Rennen erscheint unter [Live](/live), sobald du im Auto sitzt, und wird am Ende gespeichert.',
  games: 'Welche Spiele werden unterstützt?',
  gamesAnswer:
    'Pitboard liest die Telemetrieformate 2022, 2023, 2024, 2025 und 2026: F1 22, F1 23, F1 24, F1 25 und F1 25 mit dem 2026 Season Pack. Ein Spiel kann auch die Formate der Jahre davor senden; wähle das Jahr des Spiels, das am meisten enthält. Daten in unbekanntem Format speichert der Recorder trotzdem, sodass diese Rennen später gesendet werden können.',
  account: 'Brauche ich ein Konto?',
  accountAnswer:
    'Zum Zuschauen nicht. Zum Aufzeichnen oder um eine Liga zu leiten, [registriere dich](/signup). Jeder Recorder, den du koppelst, bekommt einen eigenen Schlüssel, den du in den [Einstellungen](/dashboard/settings) jederzeit widerrufen kannst.',

  telemetryGroup: 'Telemetrie im Spiel',
  telemetry: 'Wie schalte ich die Telemetrie ein?',
  telemetryAnswer:
    'In F1 22, F1 23, F1 24 und F1 25, auf jeder Plattform: **Spieloptionen**, **Einstellungen**, **Telemetrie-Einstellungen** (englisch: Game Options, Settings, Telemetry Settings). Während einer Session sind sie auch im Pausenmenü.\n\n- **UDP-Telemetrie** (UDP Telemetry): Ein\n- **UDP-Broadcast-Modus** (UDP Broadcast Mode): Aus\n- **UDP-IP-Adresse** (UDP IP Address): `127.0.0.1`, wenn der Recorder auf demselben PC läuft, sonst die Adresse des Computers mit dem Recorder\n- **UDP-Port**: `20777`\n- **UDP-Senderate** (UDP Send Rate): möglichst 60 Hz, 20 Hz reichen\n- **UDP-Format**: das Jahr des Spiels\n- **Deine Telemetrie** (Your Telemetry): Öffentlich, siehe [eingeschränkte Telemetrie](/faq#restricted)\n\nDas Spiel speichert diese Einstellungen, du brauchst sie also auf jedem Gerät nur einmal vorzunehmen. Mit Bildern: [Das Spiel einrichten](/guides/game).',
  pc: 'Auf dem PC',
  pcAnswer:
    'Laufen Spiel und Recorder auf demselben PC, lass die **UDP-IP-Adresse** auf `127.0.0.1`. Läuft der Recorder auf einem anderen Computer, trage dessen Adresse ein, etwa `192.168.1.20`. Ob Steam, EA App oder Epic, macht keinen Unterschied.',
  playstation: 'Auf der PlayStation',
  playstationAnswer:
    'Die Einstellungen sind im Spiel, nicht in der Konsole. Der Recorder läuft auf einem Computer im selben Netz, per Kabel oder WLAN. Trage dessen Adresse als **UDP-IP-Adresse** ein; die Seite des Recorders zeigt, ob etwas ankommt. Wechselt die Adresse deines Computers ab und zu, gib ihm im Router eine feste.',
  xbox: 'Auf der Xbox',
  xboxAnswer:
    'Wie auf der PlayStation: Die Einstellungen sind im Spiel, und der Recorder läuft auf einem Computer im selben Netz, dessen Adresse du als **UDP-IP-Adresse** einträgst. Stelle die Senderate auf 20 oder 30 Hz, wenn das WLAN der Konsole schwach ist.',
  address: 'Wie finde ich die Adresse meines Computers?',
  addressAnswer:
    '- Windows: Einstellungen, Netzwerk und Internet, dann die Eigenschaften deiner Verbindung: **IPv4-Adresse**.\n- macOS: Systemeinstellungen, Netzwerk, deine Verbindung, Details.\n- Linux: `ip -4 address`\n\nMeist beginnt sie mit `192.168.` oder `10.`.',
  years: 'Was ist von Jahr zu Jahr anders?',
  yearsAnswer:
    '- **F1 22**: UDP-Format 2022. Sektorzeiten über 65 Sekunden sendet das Spiel nicht richtig.\n- **F1 23**: UDP-Format 2023. Ab hier sendet das Spiel Überholmanöver, und eine Einstellung entscheidet, ob dein Online-Name gezeigt wird.\n- **F1 24**: UDP-Format 2024.\n- **F1 25**: UDP-Format 2025. Es kann auch die beiden Formate davor senden; wähle 2025, das am meisten enthält.\n- **F1 25 mit dem 2026 Season Pack**: UDP-Format 2026 für seine 24 Autos; für alles andere bleibt 2025 richtig.',
  broadcast: 'Wann brauche ich den Broadcast-Modus?',
  broadcastAnswer:
    'Nur, wenn mehrere Computer in deinem Netz die Telemetrie gleichzeitig bekommen sollen oder wenn du die Adresse desjenigen mit dem Recorder nicht findest. Das Spiel sendet dann an alle Geräte im Netz, und manche Router blockieren das im WLAN. Eine einzelne Adresse ist verlässlicher.',
  others: 'Kann ich gleichzeitig andere Telemetrie-Programme benutzen?',
  othersAnswer:
    'Ja. Nur ein Programm kann auf Port `20777` lauschen. Lass ihn dem Recorder und trage die anderen auf seiner Seite unter „Weiterleitungen“ ein, zum Beispiel `127.0.0.1:20778`; denselben Port stellst du im anderen Programm ein. Sie bekommen jedes Paket genau so, wie das Spiel es gesendet hat.',

  networkGroup: 'Ports, Firewalls und das Netz',
  ports: 'Welche Ports werden benutzt?',
  portsAnswer:
    '- Vom Spiel zum Recorder: UDP `20777`, innerhalb deines Heimnetzes.\n- Vom Recorder zum Server: HTTPS wie bei jeder Website; wo unterwegs etwas WebSockets aufhält, TCP `20790`. Beides ist ausgehend. Dein Router braucht keinen offenen Port.\n- Vom Zuschauer zum Server: HTTPS, sonst nichts.',
  firewall: 'Wie richte ich die Firewall ein?',
  firewallAnswer:
    'Läuft das Spiel auf demselben PC: nichts. Läuft es auf einer Konsole oder einem anderen PC, muss der Computer mit dem Recorder eingehende UDP-Pakete auf Port `20777` zulassen. Windows fragt beim ersten Start: Erlaube private Netzwerke. Hast du abgelehnt, öffne Windows-Sicherheit, Firewall- & Netzwerkschutz, **Zugriff von App durch Firewall zulassen**, und setze beim Recorder den Haken für private Netzwerke.',
  nothing: 'Der Recorder zeigt keine Pakete. Woran liegt es?',
  nothingAnswer:
    '- Telemetrie gibt es nur in einer Session, nicht in den Menüs: Fahr auf die Strecke.\n- Ist die **UDP-Telemetrie** eingeschaltet, und ist die Adresse die des Computers mit dem Recorder?\n- Hat ein anderes Programm den Port `20777`? Der Recorder meldet es beim Start.\n- Sind beide im selben Netz? Gastnetze und manche Mesh-Systeme trennen Geräte.\n- Blockiert ein VPN oder ein Virenscanner UDP? Versuche es ohne.',
  connection: 'Was passiert, wenn die Verbindung abreißt?',
  connectionAnswer:
    'Zwischen Recorder und Server geht nichts verloren. Der Recorder schreibt alles zuerst auf die Festplatte und sendet, was fehlt, sobald der Server wieder erreichbar ist, auch wenn er inzwischen geschlossen war oder der Computer abgestürzt ist. Zuschauer sehen, dass keine Daten kommen; danach geht das Rennen automatisch weiter.\n\nZwischen Server und Zuschauer zeigt die Seite es an, verbindet sich automatisch neu und zeigt den aktuellen Stand.',

  privacyGroup: 'Was gesendet wird und wer es sieht',
  sent: 'Was wird gesendet?',
  sentAnswer:
    'Die Daten des Spiels über die Session: Strecke, Wetter, Flaggen und zu jedem Auto den Namen im Spiel, Nummer, Team, Ort auf der Strecke, Runden- und Sektorzeiten, Reifen, Boxenstopps, Strafen und Verwarnungen. Keine Stimme, kein Chat, kein Bild, nichts von außerhalb des Spiels.\n\nVor dem Senden dünnt der Recorder das aus: Die Website braucht wenige Stände in der Sekunde, nicht sechzig. Seine eigenen Mitschnitte auf deiner Festplatte enthalten alles.',
  seen: 'Wer sieht es?',
  seenAnswer:
    'Alle, die die Adresse dieser Website haben: Live-Rennen und Aufzeichnungen sind öffentlich. Willst du das nicht, kopple den Recorder nicht mit diesem Server oder [betreibe einen eigenen](/faq#own-server).',
  names: 'Warum heißen manche Fahrer „Player“?',
  namesAnswer:
    'Sie verbergen im Spiel ihren Online-Namen; das Spiel selbst sendet dann „Player“, oft für mehrere Fahrer zugleich. Pitboard zeigt, was das Spiel sendet, und unterscheidet diese Fahrer an ihrem Auto.\n\nUm deinen Namen zu zeigen, schalte **Online-Namen anzeigen** (Show online names) ein (ab F1 23; in F1 22 folgt der Name den Privatsphäre-Einstellungen der Plattform). Das entscheidet jeder Fahrer für sich; wer aufzeichnet, kann es nicht für andere tun.',
  restricted: 'Warum fehlen bei manchen Fahrern Reifenverschleiß oder Schäden?',
  restrictedAnswer:
    'Ihre Telemetrie ist eingeschränkt; so ist es im Spiel voreingestellt. Das Spiel sendet dann allen anderen Nullen für Sprit, Energie, Schäden, Reifenverschleiß und Reifensätze. Pitboard zeigt sie als unbekannt. Rundenzeiten, Positionen, Reifenmischungen und Strafen werden immer gesendet.\n\nUm deine zu teilen: **Spieloptionen**, **Einstellungen**, **Telemetrie-Einstellungen**, **Deine Telemetrie**: Öffentlich.',
  remove: 'Wie lasse ich eine Session oder meinen Namen entfernen?',
  removeAnswer:
    'Schreib dem Betreiber dieses Servers mit der Adresse der Session; der Kontakt steht im [Impressum](/impressum). Was wozu gespeichert wird, steht in der [Datenschutzerklärung](/privacy).',

  raceGroup: 'Rennen und Ligen',
  who: 'Wer soll ein Ligarennen aufzeichnen?',
  whoAnswer:
    'Ein Fahrer genügt: Das Spiel sendet jedem die Zeiten des ganzen Feldes. Nehmt jemanden, der bis zum Ende bleibt. Zeichnet ein zweiter Fahrer mit auf, habt ihr Ersatz, falls einer die Verbindung verliert. Was nach dem Rennen kommt: [Ein Rennabend](/guides/league#race-night).',
  spectator: 'Kann ich als Zuschauer im Spiel aufzeichnen?',
  spectatorAnswer:
    'Ja. Das Spiel sendet Zuschauern aber weniger: Runden können fehlen, und am Ende kommt die Wertung manchmal gar nicht. Das Ergebnis ist dann als vorläufig gekennzeichnet. Die Aufzeichnung eines Fahrers ist die bessere.',
  complete: 'Woran sehe ich, ob eine Aufzeichnung vollständig ist?',
  completeAnswer:
    'Jede aufgezeichnete Session zeigt, wie viel von ihr angekommen ist: den Anteil der Daten, fehlende Runden, verborgene Namen, Fahrer mit eingeschränkter Telemetrie und ob die Reihenfolge die Wertung des Spiels ist oder aus den letzten Runden stammt.',
  flashback: 'Was passiert bei Rückblenden und Neustarts?',
  flashbackAnswer:
    'Eine Rückblende entfernt alles nach dem Moment, zu dem sie zurückspringt: Runden, Strafen, Überholmanöver. Eine neu gestartete Session beginnt von vorn, und was davor gefahren wurde, wird nicht aufgelistet.',

  serverGroup: 'Einen Server betreiben',
  ownServer: 'Wie betreibe ich einen eigenen Server?',
  ownServerAnswer:
    'Du brauchst einen Computer mit Node 20 oder neuer. Im Ordner von Pitboard: `npm start`. Die Datenbank ist dabei; die Daten liegen in `./data`. Öffne dann `http://localhost:8080`.\n\nDamit andere ihn erreichen, setze `HOST=0.0.0.0` und `PUBLIC_URL` auf die Adresse, die sie benutzen, und stell einen Webserver mit HTTPS davor, der WebSockets durchlässt. `OPERATOR_NAME`, `OPERATOR_ADDRESS` und `OPERATOR_EMAIL` füllen die rechtlichen Seiten. Alle Einstellungen stehen in `docs/configuration.md`.',
  serverPorts: 'Welche Ports braucht ein Server?',
  serverPortsAnswer:
    '- `8080` für die Website (`PORT`), meist hinter einem Webserver auf 443\n- TCP `20790` für Recorder früherer Versionen, und wo WebSockets nicht durchkommen (`INGEST_TCP_PORT`)\n- UDP `20800-20899` nur für Recorder, die über UDP senden (`INGEST_UDP_PORTS`)',
  tryOut: 'Kann ich es ohne das Spiel ausprobieren?',
  tryOutAnswer:
    'Ja: `npm run demo` startet einen Server mit einer Liga, einer Saison mit aufgezeichneten Rennen, Entscheidungen der Rennleitung und Wertungen und einem simulierten Rennen, das gerade gefahren wird. Es kommt über den echten Recorder und zählt in der Wertung, während es läuft.',
} satisfies Translation<typeof english>
