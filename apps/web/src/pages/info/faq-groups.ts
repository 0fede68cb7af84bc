import type { PlainKey } from '../../messages/create-text.ts'

export interface FaqQuestion {
  /** It is the part of the address behind "#", which links from elsewhere rely on. */
  readonly id: string
  readonly question: PlainKey
  readonly answer: PlainKey
}

export interface FaqGroup {
  readonly id: string
  readonly title: PlainKey
  readonly questions: readonly FaqQuestion[]
}

export const FAQ_GROUPS: readonly FaqGroup[] = [
  {
    id: 'getting-started',
    title: 'faq.startGroup',
    questions: [
      { id: 'what', question: 'faq.what', answer: 'faq.whatAnswer' },
      { id: 'record', question: 'faq.record', answer: 'faq.recordAnswer' },
      { id: 'games', question: 'faq.games', answer: 'faq.gamesAnswer' },
      { id: 'account', question: 'faq.account', answer: 'faq.accountAnswer' },
    ],
  },
  {
    id: 'telemetry-settings',
    title: 'faq.telemetryGroup',
    questions: [
      { id: 'telemetry', question: 'faq.telemetry', answer: 'faq.telemetryAnswer' },
      { id: 'pc', question: 'faq.pc', answer: 'faq.pcAnswer' },
      { id: 'playstation', question: 'faq.playstation', answer: 'faq.playstationAnswer' },
      { id: 'xbox', question: 'faq.xbox', answer: 'faq.xboxAnswer' },
      { id: 'address', question: 'faq.address', answer: 'faq.addressAnswer' },
      { id: 'years', question: 'faq.years', answer: 'faq.yearsAnswer' },
      { id: 'broadcast', question: 'faq.broadcast', answer: 'faq.broadcastAnswer' },
      { id: 'others', question: 'faq.others', answer: 'faq.othersAnswer' },
    ],
  },
  {
    id: 'network',
    title: 'faq.networkGroup',
    questions: [
      { id: 'ports', question: 'faq.ports', answer: 'faq.portsAnswer' },
      { id: 'firewall', question: 'faq.firewall', answer: 'faq.firewallAnswer' },
      { id: 'nothing', question: 'faq.nothing', answer: 'faq.nothingAnswer' },
      { id: 'connection', question: 'faq.connection', answer: 'faq.connectionAnswer' },
    ],
  },
  {
    id: 'visibility',
    title: 'faq.privacyGroup',
    questions: [
      { id: 'sent', question: 'faq.sent', answer: 'faq.sentAnswer' },
      { id: 'seen', question: 'faq.seen', answer: 'faq.seenAnswer' },
      { id: 'names', question: 'faq.names', answer: 'faq.namesAnswer' },
      { id: 'restricted', question: 'faq.restricted', answer: 'faq.restrictedAnswer' },
      { id: 'remove', question: 'faq.remove', answer: 'faq.removeAnswer' },
    ],
  },
  {
    id: 'races',
    title: 'faq.raceGroup',
    questions: [
      { id: 'who', question: 'faq.who', answer: 'faq.whoAnswer' },
      { id: 'spectator', question: 'faq.spectator', answer: 'faq.spectatorAnswer' },
      { id: 'complete', question: 'faq.complete', answer: 'faq.completeAnswer' },
      { id: 'flashback', question: 'faq.flashback', answer: 'faq.flashbackAnswer' },
    ],
  },
  {
    id: 'servers',
    title: 'faq.serverGroup',
    questions: [
      { id: 'own-server', question: 'faq.ownServer', answer: 'faq.ownServerAnswer' },
      { id: 'server-ports', question: 'faq.serverPorts', answer: 'faq.serverPortsAnswer' },
      { id: 'try-out', question: 'faq.tryOut', answer: 'faq.tryOutAnswer' },
    ],
  },
]
