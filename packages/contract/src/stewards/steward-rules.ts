import { Type, type Static } from 'typebox'
import { nullable } from '../wire/schema.ts'

const Hours = (description: string) => Type.Integer({ minimum: 0, maximum: 720, description })

export const StewardRules = Type.Object({
  reporters: Type.Enum(['nobody', 'drivers', 'users'], {
    description:
      'Who may report: `nobody`, drivers of the season, or every signed-in user who sees it.',
  }),
  reportHours: Hours('Hours after a session in which incidents can be reported.'),
  responseHours: Hours('Hours after a report in which the reported drivers can respond.'),
  appealHours: Hours('Hours after a decision in which involved drivers can appeal; 0: no appeals.'),
  reportsMax: Type.Integer({
    minimum: 1,
    maximum: 20,
    description: 'Reports of a user per event.',
  }),
  licenceDays: Type.Union([Type.Integer({ minimum: 1, maximum: 3650 }), Type.Null()], {
    description: 'Days after which licence points expire; null: they do not.',
  }),
  licenceScope: Type.Enum(['league', 'season'], {
    description:
      '`league`: licence points of a driver count in all seasons of the league that have this rule; `season`: those of this season count alone, and in this season alone.',
  }),
  thresholds: Type.Array(
    Type.Object({
      points: Type.Integer({ minimum: 1, maximum: 1000, description: 'Licence points.' }),
      consequence: Type.String({
        minLength: 1,
        maxLength: 100,
        pattern: '\\S',
        description: 'What a driver with that many licence points has to expect.',
      }),
    }),
    { maxItems: 10, description: 'Thresholds of licence points, lowest first.' },
  ),
  reprimandCount: nullable(
    Type.Integer({ minimum: 2, maximum: 20 }),
    'After how many reprimands of a driver a grid penalty follows, each time; null if they are only counted.',
  ),
  reprimandPlaces: Type.Integer({
    minimum: 1,
    maximum: 30,
    description: 'Places of the grid penalty that follows.',
  }),
})
export type StewardRules = Static<typeof StewardRules>

/** Programs may leave out a rule that came later; it stays as it is. */
export const StewardRulesBody = Type.Object({
  ...StewardRules.properties,
  reprimandCount: Type.Optional(StewardRules.properties.reprimandCount),
  reprimandPlaces: Type.Optional(StewardRules.properties.reprimandPlaces),
})
export type StewardRulesBody = Static<typeof StewardRulesBody>

/** A season without rules of its own has these. */
export const DEFAULT_RULES: StewardRules = {
  reporters: 'drivers',
  reportHours: 48,
  responseHours: 24,
  appealHours: 48,
  reportsMax: 5,
  licenceDays: null,
  licenceScope: 'league',
  thresholds: [],
  reprimandCount: null,
  reprimandPlaces: 10,
}
