import type { PlainKey } from '../../messages/create-text.ts'

/** These are drawn beside the text of a section; each is a component in `guide-figures.tsx`. */
export type GuideFigure = 'settings' | 'pc' | 'consoles' | 'night' | 'case' | 'scene'

interface GuideSection {
  /** It stands in the address behind "#", so that links from elsewhere rely on it. */
  readonly id: string
  readonly title: PlainKey
  readonly text: PlainKey
  readonly figure?: GuideFigure
}

export interface Guide {
  readonly path: '/guides/game' | '/guides/league' | '/guides/stewarding' | '/guides/broadcasting'
  readonly title: PlainKey
  readonly lead: PlainKey
  readonly sections: readonly GuideSection[]
}

export const GAME_GUIDE: Guide = {
  path: '/guides/game',
  title: 'guides.game',
  lead: 'guides.gameLead',
  sections: [
    {
      id: 'settings',
      title: 'guides.settings',
      text: 'guides.settingsText',
      figure: 'settings',
    },
    { id: 'pc', title: 'guides.pc', text: 'guides.pcText', figure: 'pc' },
    {
      id: 'consoles',
      title: 'guides.consoles',
      text: 'guides.consolesText',
      figure: 'consoles',
    },
    { id: 'check', title: 'guides.check', text: 'guides.checkText' },
  ],
}

export const LEAGUE_GUIDE: Guide = {
  path: '/guides/league',
  title: 'guides.league',
  lead: 'guides.leagueLead',
  sections: [
    { id: 'prepare', title: 'guides.prepare', text: 'guides.prepareText' },
    { id: 'race-night', title: 'guides.night', text: 'guides.nightText', figure: 'night' },
    { id: 'announce', title: 'guides.tell', text: 'guides.tellText' },
    { id: 'share', title: 'guides.help', text: 'guides.helpText' },
    { id: 'typed', title: 'guides.typed', text: 'guides.typedText' },
  ],
}

export const STEWARDING_GUIDE: Guide = {
  path: '/guides/stewarding',
  title: 'guides.stewarding',
  lead: 'guides.stewardingLead',
  sections: [
    { id: 'rules', title: 'guides.rules', text: 'guides.rulesText' },
    { id: 'case', title: 'guides.case', text: 'guides.caseText', figure: 'case' },
    { id: 'penalties', title: 'guides.penalties', text: 'guides.penaltiesText' },
    { id: 'fair', title: 'guides.fair', text: 'guides.fairText' },
  ],
}

export const BROADCASTING_GUIDE: Guide = {
  path: '/guides/broadcasting',
  title: 'guides.broadcasting',
  lead: 'guides.broadcastingLead',
  sections: [
    { id: 'overlay', title: 'guides.overlay', text: 'guides.overlayText', figure: 'scene' },
    { id: 'scenes', title: 'guides.scenes', text: 'guides.scenesText' },
    { id: 'delay', title: 'guides.delay', text: 'guides.delayText' },
    { id: 'commentators', title: 'guides.commentators', text: 'guides.commentatorsText' },
  ],
}

/** The guides stand in the order in which a new league needs them. */
export const GUIDES: readonly Guide[] = [
  GAME_GUIDE,
  LEAGUE_GUIDE,
  STEWARDING_GUIDE,
  BROADCASTING_GUIDE,
]
