import type { Area } from '@pitboard/contract/words/message'

export const guides = {
  title: 'Guides',
  lead: 'Step by step, from the settings of the game to a broadcast of your league.',
  search: 'Search guides and questions',
  found: 'Found',
  nothing: 'Nothing has these words',
  nothingWhy: 'Try fewer or other words, or look through the guides and the questions.',
  toFaq: 'All questions and answers',
  others: 'More guides',
  contents: 'In this guide',

  game: 'Set up the game',
  gameLead:
    'From the telemetry settings to your first race on the site, on PC, PlayStation and Xbox.',
  settings: 'The settings in the game',
  settingsText:
    'Open **Game Options**, **Settings**, **Telemetry Settings**; in a session they are in the pause menu too. Set every line as in the picture. The game saves them, so you do this once on each machine.\n\n- **UDP Format** is the year of your game.\n- **Your Telemetry** decides whether others see your tyre wear, fuel and damage: [what is missing otherwise](/faq#restricted).\n- A weak Wi-Fi is better off with 20 Hz than with 60 Hz.',
  settingsMenu: 'Telemetry Settings',
  settingTelemetry: 'UDP Telemetry',
  settingTelemetryValue: 'On',
  settingBroadcast: 'UDP Broadcast Mode',
  settingBroadcastValue: 'Off',
  settingAddress: 'UDP IP Address',
  settingPort: 'UDP Port',
  settingRate: 'UDP Send Rate',
  settingFormat: 'UDP Format',
  settingFormatValue: 'The year of the game',
  settingYours: 'Your Telemetry',
  settingYoursValue: 'Public',
  pc: 'On a PC',
  pcText:
    'The recorder runs beside the game, and the address stays `127.0.0.1`.\n\n1. [Download the recorder](/downloadInfo) and start it. Your browser opens its page.\n2. Sign in here and confirm the code that it shows: once for each computer.\n3. Drive onto the track. The recorder counts what arrives, and your race is under [Live](/live).',
  pcGame: 'Game and recorder',
  pcGameWhere: 'Your PC',
  consoles: 'On PlayStation and Xbox',
  consolesText:
    'The console sends to a computer in the same network, and the recorder runs there. The settings are in the game, not in the console.\n\n1. Start the recorder on the computer. Its page shows the address that belongs into the game, such as `192.168.1.20`.\n2. Enter that address as **UDP IP Address** in the game.\n3. Allow the recorder in private networks when Windows asks ([the firewall later](/faq#firewall)).\n\nGive the computer a fixed address in the router if the address changes now and then.',
  consoleGame: 'Game',
  consoleGameWhere: 'Console',
  consoleRecorder: 'Recorder',
  consoleRecorderWhere: 'A computer at home',
  server: 'This site',
  serverWhere: 'On the internet',
  viewers: 'Viewers',
  viewersWhere: 'Phones and browsers',
  check: 'See whether it works',
  checkText:
    'Nothing is sent in menus: drive onto the track, in any mode. The recorder then shows packets, and the site shows your session within seconds.\n\n- No packets in the recorder: [what to look at](/faq#nothing).\n- Packets, but no session here: the recorder says what it waits for. It loses nothing and sends later.\n- Names read “Player”: [their drivers hide them](/faq#names).',

  league: 'Run a league',
  leagueLead:
    'A season from the calendar to the champion, with results that come from the recordings.',
  prepare: 'Before the season',
  prepareText:
    '1. Create a [league](/dashboard/leagues/create) and a [season](/dashboard/seasons/create) in it. A season can take over calendar, points and drivers of an earlier one.\n2. Under **Events** paste the whole calendar: a line for each event, as it stands in your chat or spreadsheet.\n3. Under **Roster** enter teams and drivers, or open a **Sign-up** and accept who comes.\n4. Under **Settings** choose the points: presets of the real sport, your own table, sprints, fastest lap, dropped rounds, tiers.',
  night: 'A race night',
  nightText:
    'One driver who stays to the end records; [a second one is the backup](/faq#who). Everything else follows:\n\n1. Under **Events**, what you recorded is offered with the event that it fits, and **Link sessions** finds the recordings of others. You see the effect on the standings before you link.\n2. Assign the drivers who [hide their names](/faq#names) under **Names**. The season remembers them.\n3. Decide about incidents, see [Stewarding](/guides/stewarding).\n4. Under **Results** publish as provisional, later as official. Every version stays readable.\n\nLinked while it is driven, a race counts in the standings live.',
  nightCalendar: 'Calendar',
  nightCalendarWhere: 'Events',
  nightLink: 'Link the recording',
  nightLinkWhere: 'Events',
  nightNames: 'Assign names',
  nightNamesWhere: 'Names',
  nightDecide: 'Decide',
  nightDecideWhere: 'Stewards',
  nightPublish: 'Publish',
  nightPublishWhere: 'Results',
  tell: 'Tell everybody',
  tellText:
    'On the league’s edit page, **Announcements** sends results, decisions and the next race to a Discord channel or to a program of yours; the message is sent again until it arrives. Readers can subscribe to the league as a feed and to the calendar of a season.\n\nTables, calendars and live timing also stand in your own website: **Embed** on the season’s page gives the code.',
  help: 'Share the work',
  helpText:
    'Invite others on the league’s edit page. **Admins** do what you do, **result editors** link and publish, **stewards** decide about incidents. Two can work at once: who saves later sees what the first one changed, and loses nothing.\n\nEvery change is in the **History** with its author and can be undone.',
  typed: 'Without a recording',
  typedText:
    'Nobody recorded? [Enter the result](/dashboard/sessions/typed): paste the classification from a table, or type names and times. It counts as a recorded one does, without laps.',

  stewarding: 'Stewarding',
  stewardingLead: 'From the report of an incident to a decision that everybody can read.',
  rules: 'Set the rules',
  rulesText:
    'In the season’s editor, **Stewards** has the rules: who may report, for how many hours, how long a reported driver may respond, whether there are appeals, when licence points expire and what follows from how many of them.',
  case: 'A case',
  caseText:
    '1. A driver reports an incident on the page of the season or session: the cars, the lap, what happened, clips. The moment can be one of the recording, so that everybody opens the replay there.\n2. The reported drivers respond, until the deadline or until they have.\n3. The stewards discuss, propose and vote. Only stewards who are not involved can read that.\n4. One of them publishes the decision, with its reason and its effect on result and standings.\n5. Reporter and reported drivers can appeal, if your rules allow it. The next decision replaces the first.',
  caseReport: 'Report',
  caseReportWhere: 'A driver',
  caseResponse: 'Response',
  caseResponseWhere: 'The reported drivers',
  caseRoom: 'Discussion',
  caseRoomWhere: 'Stewards alone',
  caseDecision: 'Decision',
  caseDecisionWhere: 'Public',
  caseAppeal: 'Appeal',
  caseAppealWhere: 'Those involved',
  penalties: 'Penalties',
  penaltiesText:
    '- **Time, places, points, disqualification** change the result and the standings at once. See the effect before you publish.\n- **Grid penalties** are listed for the next event; its grid shows whether they were served, or you confirm it.\n- **Race and qualifying bans** stand in the roster and in the attendance, and a reserve is called up.\n- **Licence points and reprimands** add up per driver, with the thresholds of your rules.\n- **Suspended** penalties wait for another offence: activate them with one press.\n\nA decision can be revoked; all of its effects go with it.',
  fair: 'Fair and private',
  fairText:
    'Whoever drove in the incident cannot decide it, not even the owner. Reports and responses are for those involved and the stewards; the discussion is for the stewards. Everybody reads the decision, its number and its reason, and gets it in the channel of your announcements.',

  broadcasting: 'Broadcasting',
  broadcastingLead: 'Timing in your stream, scenes from a phone, and pages for commentators.',
  overlay: 'The overlay in your stream',
  overlayText:
    '1. Open [Stream overlay](/streamOverlay) and choose whose sessions it follows, its parts and its style. The preview plays a sample when nobody drives.\n2. Copy the address.\n3. In OBS or another program add a **browser source** with this address, 1920 × 1080 pixels. Its background is transparent.\n\nThe address of a driver’s overlay stays the same for every session. Treat it as the public page it is: it shows what everybody may see.',
  scene: 'What the scenes show',
  sceneTower: 'Timing tower',
  sceneBattle: 'Closest fight',
  sceneThird: 'Driver',
  scenes: 'Switch scenes',
  scenesText:
    'Switch on **Switch scenes from a phone or keyboard** in the builder, and open the address of the remote control on a phone: tower, driver, closest fight, grid, fastest lap, results, standings, next race. Who has that address can switch, so give it to your director alone. In OBS, the keys 1 to 9 do the same.',
  delay: 'Picture and timing together',
  delayText:
    'A stream’s picture comes later than the timing. Enter its delay in seconds in the builder; on the live page, the delay in the time bar does the same for commentators. All windows of a race follow one clock.',
  commentators: 'For commentators',
  commentatorsText:
    'The live page has views for watching, strategy, qualifying and broadcast: one key each, and the address remembers it. Open the map, one driver or race control in a window of its own for a second screen. The race engineer speaks what concerns one driver: gaps, battles, stops, penalties.\n\nThe [embeds](/leagues) of a league show the same tower on your website.',
} as const satisfies Area
