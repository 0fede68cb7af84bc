import type { Area } from '@pitboard/contract/words/message'

export const rating = {
  title: 'Rating',
  driver: 'Driver',
  points: 'Rating',
  change: 'Last race',
  races: 'Races',
  isNew: 'New',
  isNewWhy: 'Fewer than five races: it still moves much',
  showAll: { one: 'Show the one driver', other: 'Show all {count} drivers' },
  showFewer: 'Show fewer',
  rule: 'How the rating comes about',
  ruleText:
    'Everybody starts at **1500**. Each race of the league compares each driver with all others who took part in it, in the order in which the races were driven. Finishing ahead of stronger drivers gives much, ahead of weaker ones little; finishing behind takes as much. The more races a driver has, the more certain the rating is: it counts what is certain, so it grows in the first races even in the middle of the field.\n\n- Races and sprints count, with the decisions of the stewards. Who did not finish, or was disqualified, is behind all who did, level with each other.\n- Drivers of several tiers are compared where they drove in one race.\n- Drivers of the game, and drivers whose name is hidden, are left out. A race of one driver changes nothing, and one that several have recorded counts once.\n- The rating is computed again from the present results each time: a penalty, a correction or a race that is removed changes everything after it.\n- It counts the newest 20 seasons of the league, and gives no points in any championship.\n\nThe method is that of Weng and Lin (2011) for the model of Plackett and Luce, which openskill uses, too.',
} as const satisfies Area
