/** One participant: who drives which car. */
export interface Entry {
  readonly name: string
  readonly raceNumber: number
  readonly teamId: number
  readonly nationality: number
  readonly human: boolean
  /** 255 for cars of the AI. */
  readonly networkId: number
  /** 1 Steam, 3 PlayStation, 4 Xbox, 255 unknown. */
  readonly platform: number
  readonly driverId: number
  readonly restricted: boolean
  /** What the game puts before the name: some names come with control bytes. */
  readonly nameLead?: string
  readonly hidesName?: boolean
  /** Share of the profile's speed that the driver reaches on a good lap. */
  readonly skill: number
}

/** The user's own car. */
export function playerCarOf(cars: number): number {
  return 6 % cars
}
