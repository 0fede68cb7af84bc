import { POINTS_PRESETS } from '@pitboard/contract/seasons/points-presets'
import type { Championship, OfficialTable } from './championship.fixture.ts'

/**
 * The Formula One season of 2023 had six sprints that paid the first eight, a point for the fastest lap of the first
 * ten, and two ties that countback decided. The results come from Ergast's `results.csv` and `sprint_results.csv`.
 */
export const CHAMPIONSHIP_2023: Championship = {
  system: POINTS_PRESETS['f1-2022'],
  teams: {
    'Red Bull': 'VER PER',
    Mercedes: 'HAM RUS',
    Ferrari: 'LEC SAI',
    McLaren: 'NOR PIA',
    'Aston Martin': 'ALO STR',
    Alpine: 'GAS OCO',
    Williams: 'ALB SAR',
    AlphaTauri: 'TSU DEV RIC LAW',
    'Alfa Romeo': 'BOT ZHO',
    Haas: 'HUL MAG',
  },
  rounds: [
    {
      name: 'Bahrain',
      race: 'VER PER ALO SAI HAM STR RUS BOT GAS ALB TSU SAR MAG DEV HUL ZHO* NOR | OCO LEC PIA',
    },
    {
      name: 'Saudi Arabia',
      race: 'PER VER* ALO RUS HAM SAI LEC OCO GAS MAG TSU HUL ZHO DEV PIA SAR NOR BOT | ALB STR',
    },
    {
      name: 'Australia',
      race: 'VER HAM ALO STR PER* NOR HUL PIA ZHO TSU BOT SAI GAS OCO DEV SAR MAG | RUS ALB LEC',
    },
    {
      name: 'Azerbaijan',
      race: 'PER VER LEC ALO SAI HAM STR RUS* NOR TSU PIA ALB MAG GAS OCO SAR HUL BOT | ZHO DEV',
      sprint: 'PER LEC VER RUS SAI ALO HAM STR ALB PIA MAG ZHO GAS DEV HUL BOT NOR OCO | TSU',
    },
    {
      name: 'Miami',
      race: 'VER* PER ALO RUS SAI HAM LEC GAS OCO MAG TSU STR BOT ALB HUL ZHO NOR DEV PIA SAR',
    },
    {
      name: 'Monaco',
      race: 'VER ALO OCO HAM* RUS LEC GAS SAI NOR PIA BOT DEV ZHO ALB TSU PER HUL SAR | MAG STR',
    },
    {
      name: 'Spain',
      race: 'VER* HAM RUS PER SAI STR ALO OCO ZHO GAS LEC TSU PIA DEV HUL ALB NOR MAG BOT SAR',
    },
    {
      name: 'Canada',
      race: 'VER ALO HAM LEC SAI PER* ALB OCO STR BOT PIA GAS NOR TSU HUL ZHO MAG DEV | RUS SAR',
    },
    {
      name: 'Austria',
      race: 'VER* LEC PER NOR ALO SAI RUS HAM STR GAS ALB ZHO SAR OCO BOT PIA DEV MAG TSU | HUL',
      sprint: 'VER PER SAI STR ALO HUL OCO RUS NOR HAM PIA LEC ALB MAG GAS TSU DEV SAR ZHO BOT',
    },
    {
      name: 'Great Britain',
      race: 'VER* NOR HAM PIA RUS PER ALO ALB LEC SAI SAR BOT HUL STR ZHO TSU DEV GAS | MAG OCO',
    },
    {
      name: 'Hungary',
      race: 'VER* NOR PER HAM PIA RUS LEC SAI ALO STR ALB BOT RIC HUL TSU ZHO MAG | SAR OCO GAS',
    },
    {
      name: 'Belgium',
      race: 'VER PER LEC HAM* ALO RUS NOR OCO STR TSU GAS BOT ZHO ALB MAG RIC SAR HUL | SAI PIA',
      sprint: 'VER PIA GAS SAI LEC NOR HAM RUS OCO RIC STR ALB BOT MAG ZHO SAR HUL TSU | PER ALO',
    },
    {
      name: 'Netherlands',
      race: 'VER ALO* GAS PER SAI HAM NOR ALB PIA OCO STR HUL LAW BOT TSU MAG RUS | ZHO LEC SAR',
    },
    {
      name: 'Italy',
      race: 'VER PER SAI LEC RUS HAM ALB NOR ALO BOT LAW PIA* SAR ZHO GAS STR HUL MAG | OCO TSU',
    },
    {
      name: 'Singapore',
      race: 'SAI NOR HAM* LEC VER GAS PIA PER LAW MAG ALB ZHO HUL SAR ALO RUS | BOT OCO TSU',
    },
    {
      name: 'Japan',
      race: 'VER* NOR PIA LEC HAM SAI RUS ALO OCO GAS LAW TSU ZHO HUL MAG | ALB SAR STR PER BOT',
    },
    {
      name: 'Qatar',
      race: 'VER* PIA NOR RUS LEC ALO OCO BOT ZHO PER STR GAS ALB MAG TSU HUL LAW | SAR HAM',
      sprint: 'PIA VER NOR RUS HAM SAI ALB ALO GAS BOT TSU LEC STR MAG ZHO | HUL OCO PER SAR LAW',
    },
    {
      name: 'United States',
      race: 'VER NOR SAI PER RUS GAS STR TSU* ALB SAR HUL BOT ZHO MAG RIC | ALO PIA OCO ! HAM LEC',
      sprint: 'VER HAM LEC NOR PER SAI GAS RUS ALB PIA OCO RIC ALO TSU HUL BOT ZHO MAG SAR | STR',
    },
    {
      name: 'Mexico City',
      race: 'VER HAM* LEC SAI NOR RUS RIC PIA ALB OCO GAS TSU HUL ZHO BOT SAR STR | ALO MAG PER',
    },
    {
      name: 'São Paulo',
      race: 'VER NOR* ALO PER STR SAI GAS HAM TSU OCO SAR HUL RIC PIA | RUS BOT ZHO MAG ALB',
      sprint: 'VER NOR PER RUS LEC TSU HAM SAI RIC PIA ALO STR GAS OCO ALB MAG ZHO HUL BOT SAR',
    },
    {
      name: 'Las Vegas',
      race: 'VER LEC PER OCO STR SAI HAM RUS ALO PIA* GAS ALB MAG RIC ZHO SAR BOT TSU HUL | NOR',
    },
    {
      name: 'Abu Dhabi',
      race: 'VER* LEC RUS PER NOR PIA ALO TSU HAM STR RIC OCO GAS ALB HUL SAR ZHO SAI BOT MAG',
    },
  ],
}

/** The table is f1db's `driver-standings.yml` after the last round. */
export const DRIVERS_2023: OfficialTable = [
  [1, 575, 'VER'],
  [2, 285, 'PER'],
  [3, 234, 'HAM'],
  [4, 206, 'ALO'],
  [5, 206, 'LEC'],
  [6, 205, 'NOR'],
  [7, 200, 'SAI'],
  [8, 175, 'RUS'],
  [9, 97, 'PIA'],
  [10, 74, 'STR'],
  [11, 62, 'GAS'],
  [12, 58, 'OCO'],
  [13, 27, 'ALB'],
  [14, 17, 'TSU'],
  [15, 10, 'BOT'],
  [16, 9, 'HUL'],
  [17, 6, 'RIC'],
  [18, 6, 'ZHO'],
  [19, 3, 'MAG'],
  [20, 2, 'LAW'],
  [21, 1, 'SAR'],
  [22, 0, 'DEV'],
]

/** The table is f1db's `constructor-standings.yml` after the last round. */
export const TEAMS_2023: OfficialTable = [
  [1, 860, 'Red Bull'],
  [2, 409, 'Mercedes'],
  [3, 406, 'Ferrari'],
  [4, 302, 'McLaren'],
  [5, 280, 'Aston Martin'],
  [6, 120, 'Alpine'],
  [7, 28, 'Williams'],
  [8, 25, 'AlphaTauri'],
  [9, 16, 'Alfa Romeo'],
  [10, 12, 'Haas'],
]
