import type { legal as english } from '../en/legal.ts'
import type { Translation } from '@pitboard/contract/words/message'

export const legal = {
  asOf: 'Stand: November 2026',
  operatorUnset:
    'Der Betreiber dieses Servers hat Name, Adresse und E-Mail-Adresse noch nicht eingetragen. Bis dahin ist diese Seite unvollständig, und der Server sollte nicht öffentlich zugänglich sein.',
  operator: 'Betreiber',
  address: 'Adresse',
  email: 'E-Mail',

  noticeTitle: 'Impressum',
  noticeResponsibleTitle: 'Angaben gemäß § 5 DDG',
  noticeContentTitle: 'Verantwortlich für den Inhalt',
  noticeContent:
    'Der oben genannte Betreiber. Zeiten, Namen und Ergebnisse auf dieser Website stammen aus der Telemetrie eines Spiels, wie die Nutzer sie gesendet haben; der Betreiber prüft sie nicht, bevor sie erscheinen. Verletzt hier etwas deine Rechte, schreib mit der Adresse der Seite an die oben genannte E-Mail-Adresse. Rechtswidriges wird unverzüglich entfernt.',
  noticeLinksTitle: 'Links zu anderen Websites',
  noticeLinks:
    'Ligen und Nutzer können auf andere Websites verweisen. Für deren Inhalt sind allein ihre Betreiber verantwortlich. Links zu rechtswidrigen Inhalten werden entfernt, sobald sie bekannt werden.',
  noticeTrademarksTitle: 'Marken',
  noticeTrademarks:
    'Diese Website steht in keiner Verbindung zu einer Rennserie, einem Team, einer Rennstrecke oder einem Spielehersteller und wird von ihnen nicht unterstützt. Namen von Spielen, Serien, Teams, Fahrern und Strecken gehören ihren Inhabern und werden nur verwendet, um zu sagen, was gefahren wurde.',
  noticeSoftwareTitle: 'Software',
  noticeSoftware:
    'Diese Website läuft mit Pitboard, einem Begleiter für Formel-1-Rennspiele. Die Autoren der Software betreiben diese Website nicht und sind für ihren Inhalt nicht verantwortlich. Sie enthält Software anderer unter [deren Lizenzen](/third-party-notices.txt).',

  termsTitle: 'Nutzungsbedingungen',
  termsIntro:
    'Diese Bedingungen gelten zwischen dem unten genannten Betreiber und allen, die diese Website nutzen oder Daten an sie senden. Wer sie nicht annimmt, darf sie nicht nutzen.',
  termsServiceTitle: '1. Was diese Website tut',
  termsService:
    'Die Website empfängt die Telemetrie eines Rennspiels vom Recorder ihrer Nutzer. Sie zeigt Sessions, während sie gefahren werden, und bewahrt sie als Aufzeichnungen auf, die später für Ligen und Saisons zählen können. Die Nutzung ist kostenlos. Es besteht kein Anspruch auf bestimmte Funktionen, auf Verfügbarkeit oder auf das Aufbewahren von Aufzeichnungen.',
  termsAccessTitle: '2. Zugang',
  termsAccess:
    'Zuschauen geht ohne Konto. Um Sessions zu senden, brauchst du ein Konto und einen gekoppelten Recorder.\n\n- Halte Schlüssel und Passwörter geheim und sag dem Betreiber Bescheid, wenn jemand anderes sie hat.\n- Was mit deinem Schlüssel gesendet wird, gilt als von dir gesendet.\n- Sende nur Sessions, an denen du teilgenommen oder die du im Spiel verfolgt hast, und nur, was das Spiel gesendet hat. Gefälschte oder veränderte Telemetrie ist nicht erlaubt.\n- Bist du unter 16, frag zuerst deine Eltern.',
  termsOthersTitle: '3. Andere Fahrer',
  termsOthers:
    'Eine Session enthält auch Namen und Zeiten derer, die mit dir fahren. Sag ihnen vor einem Rennen, dass es hier gezeigt und aufgezeichnet wird. Wer seinen Namen nicht zeigen will, kann ihn in den Einstellungen des Spiels verbergen; den Wunsch eines Fahrers, seinen Namen nachträglich zu entfernen, hast du zu achten.',
  termsConductTitle: '4. Verhalten',
  termsConduct:
    'Nicht erlaubt sind:\n\n- Namen, Beschreibungen und Bilder, die rechtswidrig, beleidigend, diskriminierend oder pornografisch sind oder Rechte anderer verletzen\n- Werbung ohne Zustimmung des Betreibers\n- Versuche, in die Website einzudringen, ihre Grenzen zu umgehen oder ihren Betrieb zu stören\n- automatisches Abrufen, das die Website spürbar belastet; die dokumentierte Schnittstelle ist für maßvolle Nutzung gedacht\n\nDer Betreiber darf solche Inhalte entfernen und Schlüssel, Konten und Adressen sperren, die gegen diese Bedingungen verstoßen.',
  termsContentTitle: '5. Was du sendest',
  termsContent:
    'Deine Daten bleiben deine. Du erlaubst dem Betreiber, sie zu speichern, auf dieser Website öffentlich zu zeigen und Ergebnisse und Statistiken daraus zu berechnen, unentgeltlich und solange sie hier gespeichert sind. Du kannst jederzeit die Löschung deiner Sessions verlangen; Ergebnisse von Ligen, für die sie gezählt haben, bleiben dort mit den Namen der Fahrer und ohne dein Konto bestehen.',
  termsResultsTitle: '6. Zeiten und Ergebnisse',
  termsResults:
    'Zeiten und Ergebnisse werden aus dem berechnet, was das Spiel gesendet hat. Daten können fehlen, verspätet oder falsch sein. Pitboard sagt, wo es von Lücken weiß, und kennzeichnet vorläufige Ergebnisse. Ligaergebnisse sind nur verbindlich, wo der Veranstalter der Liga es sagt.',
  termsRecorderTitle: '7. Der Recorder',
  termsRecorder:
    'Der Recorder ist ein Programm, das du auf deinem eigenen Computer startest. Er empfängt die Telemetrie des Spiels, speichert sie auf deiner Festplatte und sendet sie an den Server, mit dem du ihn gekoppelt hast. Am Spiel ändert er nichts. Ob die Bedingungen des Spiels die Nutzung seiner Telemetrie erlauben, prüfst du selbst.',
  termsLiabilityTitle: '8. Haftung',
  termsLiability:
    'Der Betreiber haftet unbeschränkt für Vorsatz und grobe Fahrlässigkeit, für die Verletzung von Leben, Körper oder Gesundheit und wo das Gesetz es vorschreibt. Bei leichter Fahrlässigkeit haftet er nur für die Verletzung wesentlicher Pflichten, begrenzt auf den typischen, vorhersehbaren Schaden. Darüber hinaus besteht keine Haftung, insbesondere nicht für verlorene Aufzeichnungen oder verpasste Rennen.',
  termsEndTitle: '9. Ende und Änderungen',
  termsEnd:
    'Du kannst die Nutzung jederzeit beenden und dein Konto und deine Daten löschen lassen. Der Betreiber kann den Dienst einstellen oder diese Bedingungen für die Zukunft ändern; wer ein Konto hat, erfährt von wesentlichen Änderungen vorher. Sollte eine dieser Bedingungen unwirksam sein, gelten die übrigen weiter. Es gilt das Recht des Landes, in dem der Betreiber seine Adresse hat; zwingende Vorschriften zum Schutz von Verbrauchern an ihrem Wohnort bleiben unberührt.',

  privacyTitle: 'Datenschutz',
  privacyIntro:
    'Kurz gesagt: kein Tracking, keine Werbung, keine Dienste Dritter. Die Website speichert die Telemetrie eines Spiels, die ihre Nutzer senden, und was technisch nötig ist, um sie zu zeigen.',
  privacyControllerTitle: '1. Wer verantwortlich ist',
  privacyVisitTitle: '2. Wenn du die Website besuchst',
  privacyVisit:
    'Dein Browser sendet deine IP-Adresse, die Adresse der Seite und technische Angaben wie seinen Namen und seine Sprache. Der Server braucht sie, um zu antworten. Er protokolliert jede Anfrage mit der Zeit, der angefragten Adresse, dem Ergebnis und der Dauer, aber ohne die IP-Adresse und ohne sonst etwas, das verriete, wer gefragt hat.\n\nDeine IP-Adresse steht im Arbeitsspeicher, solange eine Verbindung besteht, um die Zahl der Verbindungen von einer Adresse zu begrenzen, und für einige Minuten nach einem falschen Recorder-Schlüssel, um Raten zu unterbinden. In die Datenbank wird sie nur geschrieben, wenn du dich anmeldest, siehe Abschnitt 6. Ein Webserver oder Hosting-Anbieter vor dieser Website kann eigene Protokolle führen; frag den Betreiber danach.\n\nDas dient dem sicheren Betrieb der Website (Art. 6 Abs. 1 lit. f DSGVO).',
  privacyStorageTitle: '3. Was in deinem Browser gespeichert wird',
  privacyStorage:
    'Die Website setzt keine Cookies. In deinem Browser speichert sie:\n\n- was du auf ihren Seiten wählst: Sprache, Farben, Spalten und Reihenfolge von Tabellen, was die Live-Seite zeigt, sagt und meldet, und dass du den Recorder geholt hast (`pitboard.…`), bis du es löschst\n- was du geschrieben und noch nicht abgeschickt hast (`pitboard.draft.…`), bis der Tab geschlossen wird\n- wenn du dich anmeldest: deine Session (`pitboard.auth`), bis du dich abmeldest; wenn du Benachrichtigungen einschaltest: welches deiner Geräte dieses ist (`pitboard.pushDevice`)\n- während du dich anmeldest oder ein neues Passwort wählst: dass du hier damit begonnen hast (`pitboard.signIns`, höchstens eine Stunde) oder über dessen Link gekommen bist (`pitboard.recovery`, bis der Tab geschlossen wird)\n\nDas ist für das nötig, was du verlangt hast, deshalb braucht es keine Einwilligung (§ 25 Abs. 2 TDDDG). Es gibt kein Tracking, keine Analyse und kein Fingerprinting. Schriften und Bilder kommen von diesem Server.',
  privacyTelemetryTitle: '4. Telemetrie des Spiels',
  privacyTelemetry:
    'Der Recorder sendet, was das Spiel über eine Session mitteilt: Strecke, Wetter, Ereignisse und zu jedem Auto den Namen des Fahrers im Spiel, Startnummer, Team, ob ein Mensch oder der Computer fährt, Positionen, Runden- und Sektorzeiten, Reifen, Boxenstopps, Strafen und Verwarnungen. Das betrifft alle in der Session, auch wer hier kein Konto hat.\n\nDie Website zeigt das öffentlich, live und danach. Die Rohdaten, aus denen es entstanden ist, werden neben der Session aufbewahrt, ausgedünnt und ohne die Netzadressen der Spieler, damit sich Fehler später berichtigen lassen.\n\nWer nicht genannt werden will, kann im Spiel abschalten, dass sein Online-Name gezeigt wird; das Spiel sendet dann „Player“. Wer aus gespeicherten Sessions entfernt werden will, schreibt an die Adresse in Abschnitt 1.\n\nZweck ist, die Rennen zu zeigen und auszuwerten (Art. 6 Abs. 1 lit. b DSGVO für diejenigen, die sie senden; Art. 6 Abs. 1 lit. f für die anderen Fahrer: das Interesse der Beteiligten an Zeiten und Ergebnissen eines gemeinsam gefahrenen Rennens).',
  privacyRecorderTitle: '5. Der Recorder auf deinem Computer',
  privacyRecorder:
    'Er speichert vollständige Mitschnitte der Telemetrie und seine Einstellungen auf deiner Festplatte, bis zu der Grenze, die du dort festlegst. Er nimmt nur mit dem Server Kontakt auf, mit dem du ihn gekoppelt hast, und mit den Programmen, an die er deine Telemetrie weiterleiten soll.',
  privacyAccountsTitle: '6. Nutzer und Konten',
  privacyAccounts:
    'Von allen, die Sessions senden, speichert der Server: Nutzername, Nutzer-ID, Zeitpunkt der Anlage und zu jedem Recorder-Schlüssel seinen Namen, eine Prüfsumme (nicht den Schlüssel selbst) und wann er zuletzt benutzt wurde.\n\nZu einem Konto kommen hinzu: E-Mail-Adresse oder Telefonnummer, das Passwort als Prüfsumme, die sich nicht umkehren lässt, ein Bild, falls du eines hochlädst, und die Anmeldewege, die du eingerichtet hast. Sie dienen der Anmeldung und Nachrichten zu deinem Konto und sonst nichts (Art. 6 Abs. 1 lit. b DSGVO). Nutzername und Bild sind öffentlich.\n\nZu jedem angemeldeten Browser speichert der Server Zeit, IP-Adresse und den Namen des Browsers, bis du dich abmeldest, und zu dem, was mit dem Konto geschieht (Anmeldungen, geänderte Passwörter und Adressen), ein Protokoll mit Zeit und IP-Adresse für höchstens 400 Tage, damit Missbrauch auffällt (Art. 6 Abs. 1 lit. f DSGVO).',
  privacyRecipientsTitle: '7. Wer Daten bekommt',
  privacyRecipients:
    'Öffentliche Sessions können alle lesen, auch Suchmaschinen. Sonst werden Daten an niemanden weitergegeben, außer an den Anbieter, der den Server im Auftrag des Betreibers betreibt, oder wo das Gesetz es verlangt. Ein Link zu einem Community-Chat führt auf eine eigene Website; dorthin wird nichts gesendet, bevor du ihm folgst.',
  privacyDurationTitle: '8. Wie lange',
  privacyDuration:
    'Sessions und ihre Rohdaten bleiben, bis der Nutzer, der sie gesendet hat, oder der Betreiber sie löscht. Nutzer, Schlüssel und Konten bleiben, bis sie gelöscht werden. Ergebnisse, die in einer Liga zählen, bleiben bei ihr. Protokolle bleiben, solange der Betreiber sie braucht, um Fehler zu finden. Sicherungen können Gelöschtes noch eine Weile enthalten.',
  privacyRightsTitle: '9. Deine Rechte',
  privacyRights:
    'Du kannst vom Betreiber verlangen:\n\n- zu erfahren, was über dich gespeichert ist, samt einer Kopie\n- es zu berichtigen oder zu löschen\n- seine Nutzung einzuschränken\n- was du selbst bereitgestellt hast, in einem gängigen Format herauszugeben\n\nDer Nutzung deiner Daten aufgrund berechtigter Interessen kannst du aus Gründen, die sich aus deiner Situation ergeben, **widersprechen**. Schreib an die Adresse in Abschnitt 1; nenne die Session und den Namen, unter dem du gefahren bist, damit man dich darin findet. Du kannst dich außerdem bei einer Datenschutzbehörde beschweren.',
} satisfies Translation<typeof english>
