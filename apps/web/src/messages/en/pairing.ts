import type { Area } from '@pitboard/contract/words/message'

/**
 * These texts are for pairing a recorder, and the first steps until a race is recorded; they are a part of `dashboard`.
 */
export const pairing = {
  pairTitle: 'Pair your recorder',
  pairAbout: 'Where the code is',
  pairAboutHow:
    'The recorder shows it when it starts, on its own page and in its terminal. It is valid for 10 minutes.\n\nYou confirm once for each computer. Afterwards the recorder records every race as soon as it begins, and you can revoke it in the [settings](/dashboard/settings#recorder-keys).\n\nNo recorder yet? [Download it](/downloadInfo).',
  linkWrong: 'The link holds no valid code. Enter the one that the recorder shows.',
  compare: 'Does your recorder show this code?',
  warning:
    'Confirm only if you started the recorder on your own computer just now. It will record sessions in your name.',
  computer: 'Computer',
  system: 'Operating system',
  version: 'Recorder version',
  address: 'Requested from',
  sameNetwork: '{address} (your network)',
  otherNetwork: '{address} (not the network that you are using now)',
  time: 'Requested at',
  untrusted: 'The recorder reports its name and system itself; they have not been verified.',
  confirm: 'Confirm and pair',
  refuse: 'This is not mine',
  unknown:
    'No recorder is waiting with this code. It may have expired or already been used. Start pairing again in the recorder.',
  tooMany: 'Too many codes were tried. Wait a minute, then try again.',
  full: 'You have reached the maximum number of recorder keys. Revoke one in the [settings](/dashboard/settings#recorder-keys), then confirm again.',
  pairFailed: 'The pairing failed.',
  code: 'Code that the recorder shows',
  codeHint: 'Eight letters, for example WDJB-MJHT.',
  pairCodeMissing: 'Enter the eight letters of the code.',
  pairContinue: 'Continue',
  paired: 'Your recorder is paired.',
  pairedHow:
    'It records from now on, and this page opens your race as soon as it is live. You can revoke the recorder at any time in the settings.',
  refused: 'Refused. The recorder got no access to your account.',

  stepsTitle: 'Your first live race',
  stepDone: 'Done',
  stepNow: 'Now',
  stepOpen: 'Open',
  download: 'Download the recorder',
  downloadHow:
    'It runs beside the game, on your PC or on a computer on the same network as your console.',
  pair: 'Start it and confirm the code',
  pairHow:
    'The recorder opens a page in your browser. Compare the code and confirm: no address and no key to copy.',
  packets: 'Switch telemetry on in the game',
  packetsHow:
    'Telemetry settings of the game: UDP telemetry on, UDP port {port}, IP address 127.0.0.1 if the recorder runs on the same PC, otherwise the address of the computer it runs on. The game sends once you are in the car.',
  packetsHelp: 'Where the settings are in each game and on each console',
  live: 'Drive: your race is live',
  liveHow:
    'The recorder receives {rate} packets a second. The live page opens as soon as a session begins.',
  watch: 'Watch your race live',
  session: 'Finish: the session is stored',
  sessionHow: 'When the session ends, every lap of it is stored under your sessions.',

  waiting: 'The recorder is not running, or cannot reach this site.',
  noPackets:
    'Your recorder runs, but receives nothing on UDP port {port}. Check that UDP telemetry is on and the IP address is right. If the game runs on a console or another PC, the firewall of this computer may block the port: allow the recorder there.',
  otherPort:
    'The game sends to port {found}, but your recorder listens on {port}. Set the UDP port in the game to {port}.',
  unsupportedFormat:
    'The game sends the telemetry format {format}, which is not supported. Choose a newer UDP format in the telemetry settings.',
  notTelemetry:
    'Something other than the game sends to port {port}. Check which program uses it, or choose another port in the game and in the recorder.',
  portTaken:
    'Another program uses UDP port {port}. Close it, or choose another port in the game and in the recorder.',
  restricted:
    'In the game “Your Telemetry” is set to Restricted: the recorders of other drivers cannot see your tyres, fuel and damage. Set it to Public if you race with others.',
} as const satisfies Area
