/** What drives along in a time trial: nobody is in these cars, and some share a network id. */
export const ghosts = ['Personal Best', 'Default Ghost', 'Rival_99'].map((name, i) => ({
  aiControlled: 0,
  driverId: 255,
  networkId: 3,
  teamId: i,
  raceNumber: 7 + i,
  nationality: 10,
  name,
  yourTelemetry: 1,
  showOnlineNames: 1,
  platform: 1,
}))
