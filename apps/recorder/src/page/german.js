/** The page's texts in German, by the English ones; {names} are filled in. */
globalThis.german = {
  // States
  'Starting …': 'Startet …',
  'Not recording': 'Keine Aufnahme',
  Recording: 'Nimmt auf',
  'Sending the rest': 'Sendet den Rest',
  'Not connected': 'Nicht verbunden',
  Connecting: 'Verbindet',
  Connected: 'Verbunden',
  'The server is away. Everything is kept and sent later.':
    'Der Server ist weg. Alles wird behalten und später gesendet.',
  'The server refuses this recorder. Everything is kept.':
    'Der Server lehnt diesen Recorder ab. Alles wird behalten.',
  'being recorded': 'wird aufgenommen',
  'not sent yet': 'noch nicht gesendet',
  'on the server': 'auf dem Server',
  'waits for {server}': 'wartet auf {server}',
  'The recorder does not answer.': 'Der Recorder antwortet nicht.',
  'The recorder has ended. Start it again to see this page.':
    'Der Recorder ist beendet. Neu gestartet zeigt er diese Seite wieder.',
  // Head and foot
  recorder: 'Recorder',
  'Start recording': 'Aufnahme starten',
  'Stop recording': 'Aufnahme beenden',
  'Quit the recorder': 'Recorder beenden',
  'Quit? Nothing is recorded then.': 'Beenden? Dann wird nichts mehr aufgenommen.',
  // Pairing
  Pairing: 'Kopplung',
  'Pair with a server': 'Mit einem Server koppeln',
  'Change the pairing': 'Kopplung ändern',
  '{server} as {user}': '{server} als {user}',
  'Server address': 'Adresse des Servers',
  'User id': 'Benutzer-Id',
  'Recorder key': 'Recorder-Schlüssel',
  unchanged: 'unverändert',
  'User id and recorder keys are in the settings of your dashboard.':
    'Benutzer-Id und Recorder-Schlüssel stehen in den Einstellungen des Dashboards.',
  'Pair and record': 'Koppeln und aufnehmen',
  // Telemetry
  Telemetry: 'Telemetrie',
  'packets/s': 'Pakete/s',
  Format: 'Format',
  Session: 'Session',
  Lap: 'Runde',
  'Packets so far': 'Pakete bisher',
  'Nothing from the game yet. In its telemetry settings: UDP on, port {port}, the format of the game’s own year, address {addresses}.':
    'Noch nichts vom Spiel. In seinen Telemetrie-Einstellungen: UDP an, Port {port}, Format des eigenen Spieljahrs, Adresse {addresses}.',
  '127.0.0.1 on this machine': '127.0.0.1 auf diesem Rechner',
  '127.0.0.1 on this machine, from elsewhere {others}':
    '127.0.0.1 auf diesem Rechner, von anderen aus {others}',
  // Relay
  'Waiting to be sent': 'Noch zu senden',
  Acknowledged: 'Bestätigt',
  'Watch it live': 'Live ansehen',
  // Captures
  Captures: 'Mitschnitte',
  '{used} of {limit}': '{used} von {limit}',
  'in {spool}': 'in {spool}',
  'Every session of the game is kept here as a .pcap file.':
    'Jede Session des Spiels wird hier als .pcap-Datei behalten.',
  'Over the limit: what is left has not been sent yet, so it stays until the server has it.':
    'Über der Grenze: Der Rest ist noch nicht gesendet und bleibt, bis der Server ihn hat.',
  Delete: 'Löschen',
  'Delete {name}': '{name} löschen',
  'Delete {name}?': '{name} löschen?',
  'It waits for {server}: the whole recording goes and is never sent.':
    'Sie wartet auf {server}: Die ganze Aufnahme verschwindet und wird nie gesendet.',
  'What the server lacks of it is still sent.':
    'Was dem Server davon fehlt, wird trotzdem gesendet.',
  // Settings
  Settings: 'Einstellungen',
  'UDP port the game sends to': 'UDP-Port, an den das Spiel sendet',
  'Disk limit in GB': 'Speichergrenze in GB',
  none: 'keine',
  'Above it the oldest captures that the server has are removed. Empty: no limit.':
    'Darüber werden die ältesten Mitschnitte gelöscht, die der Server hat. Leer: keine Grenze.',
  Save: 'Speichern',
  // Forwards
  Forwards: 'Weiterleitungen',
  'Only one program can listen to the game’s port. This one passes everything on to others.':
    'Nur ein Programm kann den Port des Spiels belegen. Dieses gibt alles an andere weiter.',
  'Address and port': 'Adresse und Port',
  Add: 'Hinzufügen',
  Remove: 'Entfernen',
  'Remove {address}': '{address} entfernen',
  // Notes
  'What happened': 'Was geschah',
}
