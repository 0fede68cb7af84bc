import { POINTS_PRESETS } from '@pitboard/contract/seasons/points-presets'
import type { Championship, OfficialTable } from './championship.fixture.ts'

/**
 * In the Formula One season of 2014 the last race paid double, the second of the first race was disqualified, and
 * Suzuka was stopped after five sixths of its distance. The results are those that Formula One published
 * (toUpperCase78/formula1-datasets).
 */
export const CHAMPIONSHIP_2014: Championship = {
  system: POINTS_PRESETS['f1-2010'],
  teams: {
    Mercedes: 'HAM ROS',
    'Red Bull': 'RIC VET',
    Williams: 'BOT MAS',
    Ferrari: 'ALO RAI',
    McLaren: 'BUT MAG',
    'Force India': 'HUL PER',
    'Toro Rosso': 'JEV KVY',
    Lotus: 'GRO MAL',
    Marussia: 'BIA CHI',
    Sauber: 'SUT GUT',
    Caterham: 'ERI KOB LOT STE',
  },
  rounds: [
    {
      name: 'Australia',
      race: 'ROS MAG BUT ALO BOT HUL RAI JEV KVY PER SUT GUT CHI | BIA GRO MAL ERI VET HAM MAS KOB ! RIC',
    },
    {
      name: 'Malaysia',
      race: 'HAM ROS VET ALO HUL BUT MAS BOT MAG KVY GRO RAI KOB ERI CHI | RIC GUT SUT JEV BIA MAL PER',
    },
    {
      name: 'Bahrain',
      race: 'HAM ROS PER RIC HUL VET MAS BOT ALO RAI KVY GRO CHI MAL KOB BIA BUT | MAG GUT ERI JEV SUT',
    },
    {
      name: 'China',
      race: 'HAM ROS ALO RIC VET HUL BOT RAI PER KVY BUT JEV MAG MAL MAS GUT BIA KOB CHI ERI | GRO SUT',
    },
    {
      name: 'Spain',
      race: 'HAM ROS RIC VET BOT ALO RAI GRO PER HUL BUT MAG MAS KVY MAL GUT SUT BIA CHI ERI | KOB JEV',
    },
    {
      name: 'Monaco',
      race: 'ROS HAM RIC ALO HUL BUT MAS GRO BIA MAG ERI RAI KOB CHI | GUT BOT JEV SUT KVY VET PER',
    },
    {
      name: 'Canada',
      race: 'RIC ROS VET BUT HUL ALO BOT JEV MAG RAI PER MAS SUT GUT | GRO KVY HAM KOB MAL ERI CHI BIA',
    },
    {
      name: 'Austria',
      race: 'ROS HAM BOT MAS ALO PER MAG RIC HUL RAI BUT MAL SUT GRO BIA KOB CHI ERI GUT | JEV VET KVY',
    },
    {
      name: 'Great Britain',
      race: 'HAM BOT RIC BUT VET ALO MAG HUL KVY JEV PER GRO SUT BIA KOB CHI MAL | ROS ERI GUT MAS RAI',
    },
    {
      name: 'Germany',
      race: 'ROS BOT HAM VET ALO RIC HUL BUT MAG PER RAI MAL JEV GUT BIA KOB CHI ERI | SUT KVY GRO MAS',
    },
    {
      name: 'Hungary',
      race: 'RIC ALO HAM ROS MAS RAI VET BOT JEV BUT SUT MAG MAL KVY BIA CHI | GUT KOB PER HUL GRO ERI',
    },
    {
      name: 'Belgium',
      race: 'RIC ROS BOT RAI VET BUT ALO PER KVY HUL JEV MAG MAS SUT GUT CHI ERI BIA | HAM GRO MAL LOT',
    },
    {
      name: 'Italy',
      race: 'HAM ROS MAS BOT RIC VET PER BUT RAI MAG KVY HUL JEV MAL SUT GRO KOB BIA ERI GUT | ALO CHI',
    },
    {
      name: 'Singapore',
      race: 'HAM VET RIC ALO MAS JEV PER RAI HUL MAG BOT MAL GRO KVY ERI BIA CHI | BUT SUT GUT ROS',
    },
    {
      name: 'Japan',
      race: 'HAM ROS VET RIC BUT BOT MAS HUL JEV PER KVY RAI GUT MAG GRO MAL ERI CHI KOB BIA SUT | ALO',
      percent: 83,
    },
    {
      name: 'Russia',
      race: 'HAM ROS BOT BUT MAG ALO RIC VET RAI PER MAS HUL JEV KVY GUT SUT GRO MAL ERI | KOB CHI',
    },
    {
      name: 'United States',
      race: 'HAM ROS RIC MAS BOT ALO VET MAG MAL JEV GRO BUT RAI GUT KVY | HUL PER SUT',
    },
    {
      name: 'Brazil',
      race: 'ROS HAM MAS BUT VET ALO RAI HUL MAG BOT KVY MAL JEV GUT PER SUT GRO | RIC',
    },
    {
      name: 'Abu Dhabi',
      race: 'HAM MAS BOT RIC BUT HUL PER VET ALO RAI MAG JEV GRO ROS GUT SUT STE | KOB MAL KVY',
      factor: 2,
    },
  ],
}

/** The FIA published this table. */
export const DRIVERS_2014: OfficialTable = [
  [1, 384, 'HAM'],
  [2, 317, 'ROS'],
  [3, 238, 'RIC'],
  [4, 186, 'BOT'],
  [5, 167, 'VET'],
  [6, 161, 'ALO'],
  [7, 134, 'MAS'],
  [8, 126, 'BUT'],
  [9, 96, 'HUL'],
  [10, 59, 'PER'],
  [11, 55, 'MAG'],
  [12, 55, 'RAI'],
  [13, 22, 'JEV'],
  [14, 8, 'GRO'],
  [15, 8, 'KVY'],
  [16, 2, 'MAL'],
  [17, 2, 'BIA'],
  [18, 0, 'SUT'],
  [19, 0, 'ERI'],
  [20, 0, 'GUT'],
  [21, 0, 'CHI'],
  [22, 0, 'KOB'],
  [23, 0, 'STE'],
  [24, 0, 'LOT'],
]

/** The FIA published this table. */
export const TEAMS_2014: OfficialTable = [
  [1, 701, 'Mercedes'],
  [2, 405, 'Red Bull'],
  [3, 320, 'Williams'],
  [4, 216, 'Ferrari'],
  [5, 181, 'McLaren'],
  [6, 155, 'Force India'],
  [7, 30, 'Toro Rosso'],
  [8, 10, 'Lotus'],
  [9, 2, 'Marussia'],
  [10, 0, 'Sauber'],
  [11, 0, 'Caterham'],
]
