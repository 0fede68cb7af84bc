import type { Area } from './message.ts'

export const landing = {
  title: 'Live timing for your races',
  sentence:
    'The races you drive in your F1-⁠style game, live on the web while you drive them, and every lap of them stored.',
  watchLive: 'Races on track now',
  showYours: 'Show your own race',
  pause: 'Pause the race',
  play: 'Resume the race',
  live: 'Live',
  watch: '{track}, {session}: watch the whole page',
  replay: 'Replay',
  replayOf: '{track}, {session}, driven on {date}',
  replayNote: 'Made from the lap times, {speed} times as fast.',
  sample: 'Sample race',
  sampleOf: '{track}, driven by a simulated game',
  whatFor: 'Who it is for',
  organiser: 'You organise races',
  organiser1: 'One address for a race: live while it is driven, its result afterwards.',
  organiser2: 'The final classification with every penalty and warning, its lap and its reason.',
  organiser3:
    'Each page shows what its recording lacks: hidden names, restricted telemetry, lost data.',
  driver: 'You drive',
  driver1:
    'The lap times of the whole field, not only your own, with invalid laps and pit stops marked.',
  driver2:
    'The recorder runs beside the game on Windows, Linux or macOS, or on a computer next to the console.',
  driver3: 'If the network fails, it continues to record and sends the rest later.',
  viewer: 'You watch',
  viewer1: 'Tower, track map, gaps, tyres and race control, updated up to ten times a second.',
  viewer2: 'No account and nothing to install; on a phone you choose gaps, laps, sectors or stops.',
  viewer3: 'Come late: penalties, overtakes and pit stops since the start are still listed.',
  startTitle: 'Your race here in five minutes',
  step1: 'Download the recorder and start it beside the game.',
  step2: 'It opens this site in your browser: confirm the code that it shows.',
  step3:
    'In the game, switch UDP telemetry on: port 20777 and the address of the computer with the recorder.',
  step4: 'Drive. The race appears under Live with the first data.',
  help: 'Where the settings are in each game and on each console',
  lastRecorded: 'Last recorded',
} as const satisfies Area
