/** The page's texts stand here in German, by the English text. {names} are placeholders. */
globalThis.german = {
  'Starting …': 'Startet …',
  'Not recording': 'Keine Aufnahme',
  Recording: 'Nimmt auf',
  'Sending the rest': 'Sendet den Rest',
  'Not connected': 'Nicht verbunden',
  Connecting: 'Verbindet',
  Connected: 'Verbunden',
  'The server cannot be reached. Everything is stored here and sent later.':
    'Der Server ist nicht erreichbar. Alles wird hier gespeichert und später gesendet.',
  'The server refuses this recorder. Everything is stored here.':
    'Der Server lehnt diesen Recorder ab. Alles wird hier gespeichert.',
  'being recorded': 'wird aufgenommen',
  'not sent yet': 'noch nicht gesendet',
  'sent, session not stored yet': 'gesendet, Session noch nicht gespeichert',
  'stored on the server': 'auf dem Server gespeichert',
  'waits for {server}': 'wartet auf {server}',
  'The recorder does not answer.': 'Der Recorder antwortet nicht.',
  'The recorder is not running. Start it again to use this page.':
    'Der Recorder läuft nicht. Starte ihn neu, um diese Seite zu benutzen.',
  recorder: 'Recorder',
  'Start recording': 'Aufnahme starten',
  'Stop recording': 'Aufnahme beenden',
  'Quit the recorder': 'Recorder beenden',
  'Licences of third-party software': 'Lizenzen fremder Software',
  'Quit the recorder? It stops recording.': 'Recorder beenden? Dann wird nichts mehr aufgenommen.',
  Pairing: 'Kopplung',
  'Pair with a server': 'Mit einem Server koppeln',
  'Change the pairing': 'Kopplung ändern',
  '{server} as {user}': '{server} als {user}',
  'Pair in the browser': 'Im Browser koppeln',
  'Pair with a recorder key': 'Mit einem Recorder-Schlüssel koppeln',
  'Open the page to confirm it': 'Seite zum Bestätigen öffnen',
  'Asking the server for a code …': 'Fragt den Server nach einem Code …',
  'Confirm this code in the browser, on the page of your Pitboard:':
    'Bestätige diesen Code im Browser, auf der Seite deines Pitboards:',
  'The pairing was refused. Start it again if that was a mistake.':
    'Die Kopplung wurde abgelehnt. Starte sie noch einmal, wenn das ein Versehen war.',
  'The code has expired. Pair again for a new one.':
    'Der Code ist abgelaufen. Kopple noch einmal, um einen neuen zu bekommen.',
  'The pairing failed.': 'Die Kopplung ist fehlgeschlagen.',
  'Server address': 'Adresse des Servers',
  'User ID': 'Benutzer-ID',
  'Recorder key': 'Recorder-Schlüssel',
  unchanged: 'unverändert',
  'Copy the user id and a recorder key from the settings of your dashboard.':
    'Benutzer-ID und Recorder-Schlüssel findest du in den Einstellungen deines Dashboards.',
  'Pair and record': 'Koppeln und aufnehmen',
  Update: 'Aktualisierung',
  'Update now': 'Jetzt aktualisieren',
  'Download it': 'Herunterladen',
  'Pair this recorder again to receive updates: it was paired before there were any.':
    'Kopple diesen Recorder noch einmal, um Aktualisierungen zu bekommen: Bei seiner Kopplung gab es noch keine.',
  'Version {version} is available: replace the folder of the recorder by the archive.':
    'Version {version} ist da: Ersetze den Ordner des Recorders durch das Archiv.',
  'Version {version} is being downloaded: {percent} %':
    'Version {version} wird heruntergeladen: {percent} %',
  'Version {version} is available. It can be installed after the race.':
    'Version {version} ist da. Sie lässt sich nach dem Rennen installieren.',
  'Version {version} is available. The recorder restarts, and its page opens again.':
    'Version {version} ist da. Der Recorder startet neu, und seine Seite öffnet sich wieder.',
  'Replace the recorder by version {version}?': 'Den Recorder durch Version {version} ersetzen?',
  Telemetry: 'Telemetrie',
  'packets/s': 'Pakete/s',
  Format: 'Format',
  Session: 'Session',
  Lap: 'Runde',
  'Packets so far': 'Pakete bisher',
  'No telemetry from the game yet. Check its telemetry settings: UDP on, port {port}, the format of the game’s own year, IP address {addresses}.':
    'Noch keine Telemetrie vom Spiel. Prüfe seine Telemetrie-Einstellungen: UDP an, Port {port}, Format des eigenen Spieljahrs, IP-Adresse {addresses}.',
  'If the game runs on a console or another PC, allow the recorder in the Windows firewall for private networks.':
    'Wenn das Spiel auf einer Konsole oder einem anderen PC läuft, erlaube den Recorder in der Windows-Firewall für private Netzwerke.',
  '127.0.0.1 on this machine': '127.0.0.1 auf diesem Rechner',
  '127.0.0.1 on this machine, {others} from another device':
    '127.0.0.1 auf diesem Rechner, {others} von anderen Geräten',
  'Waiting to be sent': 'Noch zu senden',
  Acknowledged: 'Bestätigt',
  'Watch it live': 'Live ansehen',
  Captures: 'Mitschnitte',
  '{used} of {limit}': '{used} von {limit}',
  'in {spool}': 'in {spool}',
  'Every session of the game is stored here as a .pcap file.':
    'Jede Session des Spiels wird hier als .pcap-Datei gespeichert.',
  'Over the limit: these captures have not been sent yet and stay until the server has them.':
    'Grenze überschritten: Diese Mitschnitte sind noch nicht gesendet und bleiben, bis der Server sie hat.',
  Delete: 'Löschen',
  'Delete {name}': '{name} löschen',
  'Delete {name}?': '{name} löschen?',
  'It has not been sent to {server} yet. The whole recording is deleted and never sent.':
    'Sie ist noch nicht an {server} gesendet. Die ganze Aufnahme wird gelöscht und nie gesendet.',
  'The server still gets the part that it lacks.':
    'Was dem Server davon fehlt, wird trotzdem gesendet.',
  Settings: 'Einstellungen',
  'UDP port the game sends to': 'UDP-Port, an den das Spiel sendet',
  'Disk limit in GB': 'Speichergrenze in GB',
  none: 'keine',
  'Above this limit the oldest captures are deleted, once the server has them. Empty: no limit.':
    'Darüber werden die ältesten Mitschnitte gelöscht, sobald der Server sie hat. Leer: keine Grenze.',
  Save: 'Speichern',
  'Start when I sign in to this computer': 'Starten, wenn ich mich an diesem Computer anmelde',
  'It records as soon as the game sends. No page opens.':
    'Er nimmt auf, sobald das Spiel sendet. Es öffnet sich keine Seite.',
  Forwards: 'Weiterleitungen',
  'Only one program can listen on the game’s port. The recorder forwards everything to other programs.':
    'Nur ein Programm kann den Port des Spiels belegen. Der Recorder leitet alles an andere Programme weiter.',
  'Address and port': 'Adresse und Port',
  Add: 'Hinzufügen',
  Remove: 'Entfernen',
  'Remove {address}': '{address} entfernen',
  Log: 'Protokoll',
}

/**
 * The program's messages stand here in German, by the English sentence. The first match counts; the values of its
 * placeholders are translated too.
 */
globalThis.germanMessages = {
  'UDP port {port} is taken by another program': 'Ein anderes Programm belegt den UDP-Port {port}',
  'Stop that program, or let it forward the telemetry to another port and give that one with --listen.':
    'Beende dieses Programm, oder lass es die Telemetrie an einen anderen Port weiterleiten und trag den in den Einstellungen ein.',
  'You may not listen on port {port}': 'Auf Port {port} darf dieses Programm nicht lauschen',
  'Take a port above 1023.': 'Nimm einen Port über 1023.',
  '{host} is not an address of this machine': '{host} ist keine Adresse dieses Rechners',
  'Leave --host out for all of them.': 'Ohne --host lauscht er auf allen Adressen.',
  'Port {port} cannot be opened: {cause}': 'Port {port} lässt sich nicht öffnen: {cause}',
  'Try another --listen.': 'Versuch es mit einem anderen Port.',
  'Listening on UDP {address}, storing all in {folder}':
    'Lauscht auf UDP {address} und speichert alles in {folder}',
  'The game sends the format {format}, which is not understood. Choose {first} to {last} in its telemetry settings.':
    'Das Spiel sendet das Format {format}, das der Recorder nicht versteht. Stell in den Telemetrie-Einstellungen des Spiels {first} bis {last} ein.',
  'forwarding: {cause}': 'Weiterleitung: {cause}',
  '{address} takes no datagrams ({cause})': '{address} nimmt keine Datagramme an ({cause})',
  '--forward {address} is the port this recorder listens on':
    'Auf {address} lauscht dieser Recorder selbst',
  'Forward to another port.': 'Leite an einen anderen Port weiter.',
  '--forward {host} has no IPv4 address': '{host} hat keine IPv4-Adresse',
  'Check the name.': 'Prüfe den Namen.',
  '--forward {text} lacks a port': 'In {text} fehlt der Port',
  'For example: --forward 127.0.0.1:20778': 'Zum Beispiel: 127.0.0.1:20778',
  '{text} is not a port': '{text} ist kein Port',
  'Ports go from 1 to 65535; the game sends to 20777.':
    'Ports gehen von 1 bis 65535; das Spiel sendet an 20777.',
  'The recorder is not paired yet': 'Der Recorder ist noch nicht gekoppelt',
  'Pair it first.': 'Kopple ihn erst.',
  'To pair this recorder, confirm the code {code} at {address}':
    'Um diesen Recorder zu koppeln, bestätige den Code {code} auf {address}',
  'Paired with {user} on {server}': 'Gekoppelt mit {user} auf {server}',
  'The pairing failed: {cause}': 'Die Kopplung ist fehlgeschlagen: {cause}',
  'The recorder key is missing': 'Der Recorder-Schlüssel fehlt',
  'Copy it from the dashboard.': 'Kopiere ihn aus dem Dashboard.',
  '{what} is not an address': '{what} ist keine Adresse',
  'For example: http://localhost:8080': 'Zum Beispiel: http://localhost:8080',
  "{what} is not a user's id": '{what} ist keine Benutzer-ID',
  'Copy it from the dashboard settings.': 'Kopiere sie aus den Einstellungen des Dashboards.',
  'The server address': 'Die Adresse des Servers',
  'The user id': 'Die Benutzer-ID',
  'The request': 'Die Anfrage',
  listenPort: 'Der UDP-Port',
  diskLimitGb: 'Die Speichergrenze',
  forwards: 'Die Weiterleitung',
  '{field} must be {limit}': '{field} muss {limit} sein',
  '{field} must not {limit}': '{field} ist nicht erlaubt: must not {limit}',
  '{field} is wrong': '{field} ist falsch',
  integer: 'eine ganze Zahl',
  number: 'eine Zahl',
  string: 'ein Text',
  'Correct it and try again.': 'Berichtige das und versuch es noch einmal.',
  'connected to {server}, live at {address}': 'Verbunden mit {server}, live unter {address}',
  '{reason}; trying again': '{reason}; es wird weiter versucht',
  '{reason}. The recording goes on; end it with Ctrl-C.': '{reason}. Die Aufnahme geht weiter.',
  '{server} cannot be reached ({cause})': '{server} ist nicht zu erreichen ({cause})',
  '{server} is busy: {cause}': '{server} ist überlastet: {cause}',
  '{server} does not accept this user and key':
    '{server} nimmt diesen Benutzer und Schlüssel nicht an',
  'Copy --user and --key from the recorder section of the dashboard settings; a revoked key needs a new one.':
    'Benutzer-ID und Schlüssel stehen im Dashboard unter den Einstellungen des Recorders; ein widerrufener Schlüssel braucht einen neuen.',
  '{server} refused to register: {cause}': '{server} hat die Anmeldung abgelehnt: {cause}',
  'Check --server, --user and --key.': 'Prüfe Server, Benutzer und Schlüssel.',
  '{server} does not answer as a Pitboard server':
    '{server} antwortet nicht wie ein Pitboard-Server',
  'Check --server: the address you open Pitboard at in the browser.':
    'Prüfe die Adresse: Es ist die, unter der sich Pitboard im Browser öffnet.',
  '{address} has fallen silent': '{address} sendet nichts mehr',
  '{address} does not answer': '{address} antwortet nicht',
  '{address} sent data that no Pitboard server sends ({cause})':
    '{address} hat etwas gesendet, das kein Pitboard-Server sendet ({cause})',
  '{address} broke off ({cause})': '{address} ist abgebrochen ({cause})',
  '{address} closed the connection': '{address} hat die Verbindung geschlossen',
  closed: 'geschlossen',
  'The server has lost datagrams {from} to {to}, which it had confirmed':
    'Der Server hat die Datagramme {from} bis {to} verloren, die er bestätigt hatte',
  'The server no longer has datagrams {from} to {to}: sending them again':
    'Der Server hat die Datagramme {from} bis {to} nicht mehr: Sie werden noch einmal gesendet',
  'The datagrams {from} to {to} are deleted: a session lacks them':
    'Die Datagramme {from} bis {to} sind gelöscht: Sie fehlen einer Session',
  'Send the capture again with "send FILE"; recordings are in the spool folder.':
    'Sende den Mitschnitt noch einmal mit „send DATEI“; die Aufnahmen sind im Ordner der Mitschnitte.',
  'The server refused the stream: {cause}': 'Der Server lehnt die Daten ab: {cause}',
  'Check --server and that the server runs, then start again.':
    'Prüfe die Adresse und ob der Server läuft, dann starte noch einmal.',
  'Check that the clocks of this machine and the server are right.':
    'Prüfe, ob die Uhren dieses Rechners und des Servers richtig gehen.',
  'Another recorder of this user is sending: stop one of the two, then start again.':
    'Ein anderer Recorder dieses Benutzers sendet: Beende einen der beiden und starte dann noch einmal.',
  'Use the recorder of the same version as the server.':
    'Nimm den Recorder derselben Version wie der Server.',
  'No Hello came in time.': 'Die Begrüßung kam nicht rechtzeitig.',
  'The token is wrong or too old; register for a new one.':
    'Das Token ist falsch oder abgelaufen; ein neues wird geholt.',
  'Another stream of this user began.': 'Ein anderer Recorder dieses Benutzers hat begonnen.',
  'The server can not write its journal.': 'Der Server kann sein Journal nicht schreiben.',
  'The server failed; connect again in a moment.':
    'Der Server hatte einen Fehler; gleich wird neu verbunden.',
  'The disk of the server is full; connect again later.':
    'Das Laufwerk des Servers ist voll; später wird neu verbunden.',
  'Its operator has to make room; then start again.':
    'Der Betreiber muss Platz schaffen; starte danach noch einmal.',
  'The server stops; connect again in a moment.': 'Der Server hält an; gleich wird neu verbunden.',
  'The spool folder {folder} cannot be written: {cause}':
    'In den Ordner {folder} lässt sich nicht schreiben: {cause}',
  'Give a folder of your own with --spool.': 'Gib mit --spool einen eigenen Ordner an.',
  'Earlier recordings in {folder}: {count} ({size}); delete folders you no longer need':
    'Frühere Aufnahmen in {folder}: {count} ({size}); was du nicht mehr brauchst, kannst du löschen',
  'Waiting for another --server or --user: {count} of them':
    'Davon warten auf einen anderen Server oder Benutzer: {count}',
  'Sending the rest of the recording in {folder}': 'Sendet den Rest der Aufnahme in {folder}',
  'The captures cannot be counted: {cause}': 'Die Mitschnitte lassen sich nicht zählen: {cause}',
  'Removed {file} ({size}), which the server has: disk limit':
    '{file} ({size}) gelöscht, der Server hat es: Speichergrenze',
  'Removed {size} of sent telemetry of sessions that the server has not stored yet: disk limit. If the server loses it, it cannot be sent again':
    '{size} gesendete Telemetrie von Sessions gelöscht, die der Server noch nicht gespeichert hat: Speichergrenze. Verliert der Server sie, kann sie nicht noch einmal gesendet werden',
  'The captures take {size}, more than the limit of {limit}: what is left has not been sent yet, so it stays':
    'Die Mitschnitte belegen {size}, mehr als die Grenze von {limit}: Der Rest ist noch nicht gesendet und bleibt',
  'This capture is being recorded': 'Dieser Mitschnitt wird gerade aufgenommen',
  'Stop the recording, or wait for its end.': 'Beende die Aufnahme, oder warte auf ihr Ende.',
  'Nothing can be stored ({cause}), the server is away and memory is full: {count} datagrams are lost':
    'Nichts lässt sich speichern ({cause}), der Server ist nicht erreichbar und der Arbeitsspeicher voll: {count} Datagramme sind verloren',
  'Nothing can be stored ({cause}): the race goes to the server from memory':
    'Nichts lässt sich speichern ({cause}): Das Rennen geht aus dem Arbeitsspeicher an den Server',
  'No capture can be stored ({cause}): the race goes to the server without one':
    'Es lässt sich kein Mitschnitt speichern ({cause}): Das Rennen geht ohne an den Server',
  'Make room on the disk of {folder} or make it writable: it is tried again every few seconds.':
    'Schaff Platz auf dem Laufwerk von {folder} oder mach es beschreibbar: Es wird alle paar Sekunden wieder versucht.',
  'Two consoles send the same session: that of {sender} is left out':
    'Zwei Konsolen senden dieselbe Session: Die von {sender} wird weggelassen',
  'The disk takes everything again': 'Das Laufwerk nimmt wieder alles an',
  'The recording in {folder} cannot be read: {cause}':
    'Die Aufnahme in {folder} lässt sich nicht lesen: {cause}',
  'Removed {file} ({size}), which the server has: disk full':
    '{file} ({size}) gelöscht, der Server hat es: Laufwerk voll',
  'Removed {size} of sent telemetry of sessions that the server has not stored yet: disk full. If the server loses it, it cannot be sent again':
    '{size} gesendete Telemetrie von Sessions gelöscht, die der Server noch nicht gespeichert hat: Laufwerk voll. Verliert der Server sie, kann sie nicht noch einmal gesendet werden',
  'The recording stays in {folder} ({size}); delete the folder to free the space':
    'Die Aufnahme bleibt in {folder} ({size}); lösche den Ordner, um den Platz freizugeben',
  'Saw {seen} datagrams, sent {sent}, acknowledged {acknowledged}':
    '{seen} Datagramme gesehen, {sent} gesendet, {acknowledged} bestätigt',
  'Saw {seen} datagrams, sent {sent} over UDP: the server does not acknowledge them':
    '{seen} Datagramme gesehen, {sent} über UDP gesendet: Der Server bestätigt sie nicht',
  'The server is away: the next run of record sends the rest':
    'Der Server ist nicht erreichbar: Der Rest wird beim nächsten Start gesendet',
  'This is a fault of the recorder.': 'Das ist ein Fehler des Recorders.',
  'The server redirects to another address for its update':
    'Der Server verweist für seine Aktualisierung auf eine andere Adresse',
  'The update that the server offers is for another system':
    'Die Aktualisierung, die der Server anbietet, ist für ein anderes System',
  'The update that the server offers is not signed':
    'Die Aktualisierung, die der Server anbietet, ist nicht signiert',
  'The update that the server offers is not signed with the key of the pairing':
    'Die Aktualisierung, die der Server anbietet, ist nicht mit dem Schlüssel der Kopplung signiert',
  'The update that the server offers cannot be read':
    'Die Aktualisierung, die der Server anbietet, lässt sich nicht lesen',
  'Nothing was changed. If its operator has replaced the server, pair the recorder again.':
    'Nichts wurde geändert. Wenn der Betreiber den Server ersetzt hat, kopple den Recorder noch einmal.',
  'The update could not be stored: {cause}':
    'Die Aktualisierung ließ sich nicht speichern: {cause}',
  '{server} does not send the update': '{server} sendet die Aktualisierung nicht',
  'The update has arrived incomplete or changed':
    'Die Aktualisierung ist unvollständig oder verändert angekommen',
  'The update for {platform} holds no program':
    'Die Aktualisierung für {platform} enthält kein Programm',
  'Try it again later.': 'Versuche es später noch einmal.',
  'Nothing was changed. Try it again later.':
    'Nichts wurde geändert. Versuche es später noch einmal.',
  'The new version does not start: it ended with {code}':
    'Die neue Version startet nicht: Sie endete mit {code}',
  'The new version does not start: {cause}': 'Die neue Version startet nicht: {cause}',
  'The disk has no room for the update':
    'Auf dem Datenträger ist kein Platz für die Aktualisierung',
  'Make room, then try it again.': 'Schaffe Platz und versuche es dann noch einmal.',
  'The update is not version {version}': 'Die Aktualisierung ist nicht Version {version}',
  'The folder of the recorder cannot be written: {folder}':
    'In den Ordner des Recorders lässt sich nicht schreiben: {folder}',
  'Download the new version from the site and replace the program by hand.':
    'Lade die neue Version von der Website herunter und ersetze das Programm selbst.',
  'The start at sign-in could not be changed: {reason}':
    'Der Start bei der Anmeldung ließ sich nicht ändern: {reason}',
  'Change it in the settings of the system.': 'Ändere ihn in den Einstellungen des Systems.',
  'A race is being driven': 'Gerade wird ein Rennen gefahren',
  'Update the recorder after it.': 'Aktualisiere den Recorder danach.',
  'Version {version} of the recorder is available': 'Version {version} des Recorders ist da',
  'Version {version} did not start': 'Version {version} ist nicht gestartet',
  'Version {version} goes on.': 'Version {version} läuft weiter.',
}

const patterns = Object.entries(globalThis.germanMessages).map(([english, translated]) => {
  const literal = english.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')
  return {
    fits: new RegExp(`^${literal.replaceAll(/\{(\w+)\}/g, '(?<$1>.+?)')}$`, 's'),
    translated,
  }
})

/** Translates a message of the program into German; an unknown one stays English. */
globalThis.translateMessage = function translateMessage(text) {
  for (const { fits, translated } of patterns) {
    const match = fits.exec(text)
    if (match !== null) {
      return translated.replaceAll(/\{(\w+)\}/g, (_, name) => translateMessage(match.groups[name]))
    }
  }
  return text
}
