import type { Area } from '@pitboard/contract/words/message'

export const faq = {
  title: 'Questions and answers',
  contents: 'Contents',
  guides: 'Step by step and with pictures: the guides',
  linkTo: 'Link to this question',

  startGroup: 'Getting started',
  what: 'What is Pitboard?',
  whatAnswer:
    'A website that shows the races you drive in an F1 game while you drive them: timing, gaps, tyres, pit stops, penalties and where everyone is on the track. When the race is over it stays here with every lap.\n\nThe game sends the data, the recorder on your computer passes it on, the site shows it. Viewers need nothing but a browser.',
  record: 'How do I record my races?',
  recordAnswer:
    '1. Download the recorder with the button at the top and start it; [what to do after the download](/downloadInfo) explains every step.\n2. It opens this site in your browser: sign in and confirm the code that it shows. You do this once for each computer.\n3. Switch on telemetry in the game, as described [below](/faq#telemetry).\n4. Drive. The race appears under [Live](/live) as soon as you are in the car, and is stored when it ends.',
  games: 'Which games are supported?',
  gamesAnswer:
    'Pitboard reads the telemetry formats 2022, 2023, 2024, 2025 and 2026: F1 22, F1 23, F1 24, F1 25, and F1 25 with its 2026 Season Pack. A game can send the formats of the years before as well; choose the game’s own year, which contains the most data. The recorder stores data of an unknown format too, so that these races can be sent later.',
  account: 'Do I need an account?',
  accountAnswer:
    'Not to watch. To record, or to run a league, [sign up](/signup). Every recorder that you pair gets a key of its own, which you can revoke in the [settings](/dashboard/settings) at any time.',

  telemetryGroup: 'Telemetry in the game',
  telemetry: 'How do I switch telemetry on?',
  telemetryAnswer:
    'In F1 22, F1 23, F1 24 and F1 25, on every platform: **Game Options**, **Settings**, **Telemetry Settings**. In a session the same settings are in the pause menu.\n\n- **UDP Telemetry**: On\n- **UDP Broadcast Mode**: Off\n- **UDP IP Address**: `127.0.0.1` if the recorder runs on the same PC, else the address of the computer with the recorder\n- **UDP Port**: `20777`\n- **UDP Send Rate**: 60 Hz if you can, 20 Hz is enough\n- **UDP Format**: the year of the game\n- **Your Telemetry**: Public, see [restricted telemetry](/faq#restricted)\n\nThe game saves these settings, so you enter them only once on each machine. With pictures: [Set up the game](/guides/game).',
  pc: 'On a PC',
  pcAnswer:
    'If the game and the recorder run on the same PC, leave the **UDP IP Address** at `127.0.0.1`. If the recorder runs on another computer, enter that computer’s address, such as `192.168.1.20`. Steam, EA app and Epic make no difference.',
  playstation: 'On PlayStation',
  playstationAnswer:
    'The settings are in the game, not in the console. The recorder runs on a computer in the same network, by cable or Wi-Fi. Enter that computer’s address as **UDP IP Address**; the recorder’s page shows whether anything arrives. If the address of your computer changes now and then, give it a fixed one in the router.',
  xbox: 'On Xbox',
  xboxAnswer:
    'As on PlayStation: the settings are in the game, and the recorder runs on a computer in the same network. Enter its address as **UDP IP Address**. Set the rate to 20 or 30 Hz if the console’s Wi-Fi is weak.',
  address: 'How do I find the address of my computer?',
  addressAnswer:
    '- Windows: Settings, Network & internet, then the properties of your connection: **IPv4 address**.\n- macOS: System Settings, Network, your connection, Details.\n- Linux: `ip -4 address`\n\nIt usually begins with `192.168.` or `10.`.',
  years: 'What differs from year to year?',
  yearsAnswer:
    '- **F1 22**: UDP Format 2022. Sector times over 65 seconds are not sent correctly by the game.\n- **F1 23**: UDP Format 2023. From this year on the game sends overtakes, and a setting decides whether your online name is shown.\n- **F1 24**: UDP Format 2024.\n- **F1 25**: UDP Format 2025. It can also send the two formats before; choose 2025, which contains the most data.\n- **F1 25 with the 2026 Season Pack**: UDP Format 2026 for its 24 cars; 2025 stays right for everything else.',
  broadcast: 'When do I need broadcast mode?',
  broadcastAnswer:
    'Only if several computers in your network should receive the telemetry at once, or if you can’t find the address of the one with the recorder. The game then sends to every device in the network, and some routers block that on Wi-Fi. One address is more reliable.',
  others: 'Can I run other telemetry programs at the same time?',
  othersAnswer:
    'Yes. Only one program can listen on port `20777`, so let the recorder have it and enter the others on its page under Forwards, for example `127.0.0.1:20778`, and set the same port in the other program. They get every packet exactly as the game sent it.',

  networkGroup: 'Ports, firewalls and the network',
  ports: 'Which ports are used?',
  portsAnswer:
    '- From the game to the recorder: UDP `20777`, inside your home network.\n- From the recorder to the server: HTTPS as for any website; where something on the way stops WebSockets, TCP `20790`. Both are outgoing. Your router needs no open port.\n- From a viewer to the server: HTTPS, nothing else.',
  firewall: 'How do I set up the firewall?',
  firewallAnswer:
    'When the game runs on the same PC: nothing. When it runs on a console or another PC, the computer with the recorder must allow incoming UDP on port `20777`. Windows asks at the first start: allow private networks. If you refused, open Windows Security, Firewall & network protection, **Allow an app through firewall**, and tick the recorder for private networks.',
  nothing: 'The recorder shows no packets. What is wrong?',
  nothingAnswer:
    '- Telemetry is sent in a session only, not in the menus: drive onto the track.\n- Is **UDP Telemetry** on, and is the address the one of the computer with the recorder?\n- Is another program on port `20777`? The recorder reports that when it starts.\n- Are both on the same network? Guest networks and some mesh systems isolate devices.\n- Does a VPN or a virus scanner block UDP? Try without it.',
  connection: 'What happens if the connection is lost?',
  connectionAnswer:
    'Between the recorder and the server, nothing is lost. The recorder writes everything to disk first and sends what is missing once the server can be reached again, even if it was closed or the computer crashed in between. Viewers see that no data is arriving; then the race continues automatically.\n\nBetween the server and a viewer, the page says so, reconnects automatically and shows the current state.',

  privacyGroup: 'What is sent and who sees it',
  sent: 'What is sent?',
  sentAnswer:
    'The game’s data about the session: track, weather, flags, and for each car its name in the game, number, team, position on the track, lap and sector times, tyres, pit stops, penalties and warnings. No voice, no chat, no picture, nothing from outside the game.\n\nThe recorder thins this out before it sends: the site needs a few updates a second, not sixty. Its own captures on your disk contain everything.',
  seen: 'Who sees it?',
  seenAnswer:
    'Everyone who has the address of this site: live races and recorded sessions are public. If that is not what you want, don’t pair the recorder with this server, or [run a server of your own](/faq#own-server).',
  names: 'Why are some drivers called “Player”?',
  namesAnswer:
    'They hide their online name in the game, so that the game itself sends “Player” instead, often for several drivers at once. Pitboard shows what the game sends and distinguishes these drivers by their car.\n\nTo show your name, switch on **Show online names** (F1 23 and later; in F1 22 the name follows the privacy settings of the platform). Each driver decides this for themselves; the recorder’s user can’t do it for others.',
  restricted: 'Why is tyre wear or damage missing for some drivers?',
  restrictedAnswer:
    'Their telemetry is restricted, which is the game’s default. The game then sends zeros for fuel, energy, damage, tyre wear and tyre sets to everyone else. Pitboard shows these as unknown. Lap times, positions, tyre compounds and penalties are sent in any case.\n\nTo share yours: **Game Options**, **Settings**, **Telemetry Settings**, **Your Telemetry**: Public.',
  remove: 'How do I get a session or my name removed?',
  removeAnswer:
    'Write to the operator of this server, with the address of the session; the contact is in the [legal notice](/impressum). What is stored and why is in the [privacy policy](/privacy).',

  raceGroup: 'Races and leagues',
  who: 'Who should record a league race?',
  whoAnswer:
    'One driver is enough: the game sends everyone the times of the whole field. Choose someone who stays to the end. If a second driver records as well, you have a backup in case one of them disconnects. What comes after the race: [A race night](/guides/league#race-night).',
  spectator: 'Can I record as a spectator?',
  spectatorAnswer:
    'Yes. But the game sends less to spectators: laps can be missing, and at the end the final classification sometimes never arrives. The result is then marked as provisional. A driver’s recording is the better one.',
  complete: 'How do I know that a recording is complete?',
  completeAnswer:
    'Every recorded session shows how much of it arrived: the share of the data, missing laps, hidden names, drivers with restricted telemetry, and whether the order is the game’s final classification or made from the last laps.',
  flashback: 'What happens with flashbacks and restarts?',
  flashbackAnswer:
    'A flashback removes everything after the moment it returns to: laps, penalties, overtakes. A restarted session begins again, and the laps before the restart are not listed.',

  serverGroup: 'Running a server',
  ownServer: 'How do I run my own server?',
  ownServerAnswer:
    'You need a machine with Node 20 or newer. In the folder of Pitboard: `npm start`. The database is included; data is stored in `./data`. Then open `http://localhost:8080`.\n\nFor others to reach it, set `HOST=0.0.0.0` and `PUBLIC_URL` to the address they use, and put a web server with HTTPS in front that passes WebSockets on. `OPERATOR_NAME`, `OPERATOR_ADDRESS` and `OPERATOR_EMAIL` fill the legal pages. Every setting is in `docs/configuration.md`.',
  serverPorts: 'Which ports does a server need?',
  serverPortsAnswer:
    '- `8080` for the site (`PORT`), usually behind a web server on 443\n- TCP `20790` for recorders of earlier versions, and where WebSockets do not pass (`INGEST_TCP_PORT`)\n- UDP `20800-20899` only for recorders that send over UDP (`INGEST_UDP_PORTS`)',
  tryOut: 'Can I try it without the game?',
  tryOutAnswer:
    'Yes: `npm run demo` starts a server with a league, a season of recorded rounds with stewards’ decisions and standings, and a simulated race that is driven right now. The race arrives through the real recorder and counts in the standings while it is driven.',
} as const satisfies Area
