import { Type, type Static } from 'typebox'
import { AidStatusNumber, ErsModeNumber } from '../wire/enumeration-schemas.ts'
import { nullable } from '../wire/schema.ts'

const percent = (description: string) => Type.Integer({ description })

export const TyreWear = Type.Object(
  {
    frontLeft: percent('Wear of the front left tyre in %.'),
    frontRight: percent('Wear of the front right tyre in %.'),
    rearLeft: percent('Wear of the rear left tyre in %.'),
    rearRight: percent('Wear of the rear right tyre in %.'),
  },
  { description: 'Wear of the four tyres.' },
)
export type TyreWear = Static<typeof TyreWear>

/** Each part of the car has its damage; 0 is intact. */
export const CarDamage = Type.Object(
  {
    frontLeftWing: percent('Damage of the left side of the front wing in %.'),
    frontRightWing: percent('Damage of the right side of the front wing in %.'),
    rearWing: percent('Damage of the rear wing in %.'),
    floor: percent('Damage of the floor in %.'),
    diffuser: percent('Damage of the diffuser in %.'),
    sidepod: percent('Damage of the sidepods in %.'),
    gearbox: percent('Damage of the gearbox in %.'),
    engine: percent('Damage of the engine in %.'),
    drsFault: Type.Boolean({ description: 'Whether the DRS has failed.' }),
    ersFault: Type.Boolean({ description: 'Whether the ERS has failed.' }),
  },
  { description: 'Damage of the car.' },
)
export type CarDamage = Static<typeof CarDamage>

/** Every member is null where the driver restricts their telemetry. */
export const CarCondition = Type.Object({
  fuelRemainingLaps: nullable(
    Type.Number(),
    'Fuel in laps, to one decimal: in races what is left at the finish, negative if it runs out before; in other sessions what is on board. Null if unknown.',
  ),
  ersStorePercent: nullable(
    Type.Integer(),
    'Energy in the ERS store in %; null if unknown, or if the car has no ERS.',
  ),
  ersDeployedPercent: nullable(
    Type.Integer(),
    'Energy deployed on the current lap, in % of the ERS store; null if unknown.',
  ),
  ersDeployMode: nullable(ErsModeNumber, 'Mode in which the ERS deploys; null if unknown.'),
  drsStatus: nullable(
    AidStatusNumber,
    'DRS; null if unknown, and under the regulations of 2026, which have no DRS.',
  ),
  activeAeroStatus: nullable(
    AidStatusNumber,
    'Straight mode of the active aerodynamics; null before the regulations of 2026.',
  ),
  overtakeStatus: nullable(AidStatusNumber, 'Overtake mode; null before the regulations of 2026.'),
  tyreWear: nullable(TyreWear, 'Wear of the tyres on the car; null if unknown.'),
  damage: nullable(CarDamage, 'Damage of the car; null if unknown.'),
})
export type CarCondition = Static<typeof CarCondition>

/** Nothing is known of the car. */
export const UNKNOWN_CONDITION: CarCondition = {
  fuelRemainingLaps: null,
  ersStorePercent: null,
  ersDeployedPercent: null,
  ersDeployMode: null,
  drsStatus: null,
  activeAeroStatus: null,
  overtakeStatus: null,
  tyreWear: null,
  damage: null,
}
