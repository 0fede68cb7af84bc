import type { Area } from '@pitboard/contract/words/message'

export const landing = {
  title: 'Live timing for your races',
  sentence: 'Your races, live on the web',
  lead: 'Pitboard shows the races of your F1-⁠style game while you drive them, stores every lap and adds up your league’s standings.',
  watchLive: 'Watch live races',
  showYours: 'Show your own race',
  pause: 'Pause the race',
  play: 'Resume the race',
  live: 'Live',
  watch: '{track}, {session}: open the live page',
  replay: 'Replay',
  replayOf: '{track}, {session}, driven on {date}',
  replayNote: 'Reconstructed from the lap times, at {speed} times the speed.',
  sample: 'Sample race',
  sampleOf: '{track}, a simulated race: show your own here',
  startTitle: 'Live in five minutes',
  step1:
    'Download the recorder and start it beside the game. It opens this site: sign in and confirm its code.',
  step2:
    'In the game, switch on UDP telemetry: port 20777 and the address of the computer with the recorder.',
  step3: 'Drive. The race is live with the first data, and stored with every lap when it ends.',
  help: 'Where the settings are in each game and on each console',
  records: 'All records',
  lastRecorded: 'Latest races and sessions',
  lapOf: 'Lap {lap} of {laps}',
  listFailed: 'The list of live races could not be loaded',
  nobodyDrives: 'Nobody is driving right now',
  nobodyDrivesHelp: 'A race appears here as soon as someone drives with the recorder running.',
} as const satisfies Area
