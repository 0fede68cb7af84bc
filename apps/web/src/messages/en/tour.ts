import type { Area } from '@pitboard/contract/words/message'

/** These texts say what Pitboard offers, below the race on the landing page. */
export const tour = {
  organiser: 'For organisers',
  organiserTitle: 'Standings that add themselves up',
  organiserLead:
    'Put the recorded races on your calendar, and drivers’ and teams’ standings follow: points, sprints, dropped rounds and ties.',
  organiser1: 'Every total opens into its sum, with each stewards’ decision and its reason.',
  organiser2: 'Paste a whole calendar from a spreadsheet or a chat message.',
  organiser3: 'Publish results as provisional or official, and undo any change.',
  openSeason: 'Open this season',
  openLeagues: 'See the leagues',
  sampleSeason: 'Standings after one race',
  sample: 'Sample',
  sumOf: 'How {name}’s total comes about',
  decision: 'Latest stewards’ decision:',
  driver: 'For drivers',
  driverTitle: 'Every lap of the whole field',
  driverLead:
    'After the flag the race has a page of its own, with every car and not only yours. Any two laps can be compared: where the time is won, corner by corner.',
  driver1: 'Pair the recorder in a minute: compare a code, confirm, drive.',
  driver2: 'Your profile collects your results, best laps and leagues.',
  driver3: 'If the connection drops, the recorder stores everything and sends it later.',
  openCharts: 'Open the charts of {track}',
  openCompare: 'Compare its two fastest laps',
  openRecorder: 'Set up the recorder',
  viewer: 'For viewers',
  viewerTitle: 'Race night on any screen',
  viewerLead:
    'Timing tower, track map, tyres and race control, up to ten times a second. No account, nothing to install.',
  viewer1: 'Joined late? Rewind to lights out, or delay the timing to match a stream.',
  viewer2: 'See who would come out where after a stop, and the championship as it stands.',
  viewer3: 'Streamers put the timing over their picture as a transparent overlay.',
  steward: 'For stewards',
  stewardTitle: 'Decisions with their reasons',
  stewardLead:
    'Drivers report an incident from the race itself. Stewards see the moment, hear both sides and vote; result and standings follow the decision.',
  openDecisions: 'All decisions: {season}',
  openFaq: 'Questions and answers',
  joining: 'For new drivers',
  joiningTitle: 'A seat for the next season',
  joiningLead:
    'Sign up on the page of the season. Tiers, places and waiting list count themselves, and a free seat goes to the next in line.',
  races: 'Races recorded',
  laps: 'Timed laps',
  drivers: 'Drivers',
  leagues: 'Public leagues',
  openLive: 'Watch this race live',
  openReplay: 'Watch this race again',
  openOverlay: 'Build a stream overlay',
} as const satisfies Area
