/** Sites whose name is not the host of their addresses. */
const NAMES: Readonly<Record<string, string>> = {
  'youtube.com': 'YouTube',
  'youtu.be': 'YouTube',
  'twitch.tv': 'Twitch',
  'x.com': 'X',
  'twitter.com': 'X',
  'instagram.com': 'Instagram',
  'facebook.com': 'Facebook',
  'tiktok.com': 'TikTok',
  'bsky.app': 'Bluesky',
  'threads.net': 'Threads',
  'reddit.com': 'Reddit',
  'discord.gg': 'Discord',
  'discord.com': 'Discord',
  'steamcommunity.com': 'Steam',
  'patreon.com': 'Patreon',
  'ko-fi.com': 'Ko-fi',
}

/** What a link is called: the site that it leads to. */
export function linkName(address: string): string {
  if (!URL.canParse(address)) return address
  const host = new URL(address).hostname.replace(/^(www|m)\./, '')
  return NAMES[host] ?? host
}
