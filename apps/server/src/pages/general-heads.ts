import type { Language, PageHead } from './page.ts'

/** For every page that has no picture of its own. */
export const generalPicture = '/og/default.png'

interface Asked {
  readonly path: string
  readonly subject: string
  readonly language: Language
}

export function notFoundHead(path: string, language: Language): PageHead {
  const [title, description] =
    language === 'de'
      ? ['Seite nicht gefunden', 'Unter dieser Adresse gibt es keine Seite.']
      : ['Page not found', 'There is no page at this address.']
  return head(title, description, path, false)
}

export function searchHead({ path, subject, language }: Asked): PageHead {
  const [title, description] =
    language === 'de'
      ? [`Suche: ${subject}`, 'Fahrer, Ligen, Saisons und Sessions auf Pitboard.']
      : [`Search: ${subject}`, 'Users, leagues, seasons and sessions on Pitboard.']
  return head(title, description, path, false)
}

/** A user's page, or the page that waits for his next session. */
export function userHead(
  username: string,
  kind: 'user' | 'liveUser',
  { path, language }: Asked,
): PageHead {
  const isGerman = language === 'de'
  if (kind === 'user') {
    const text = isGerman
      ? `Sessions, Ligen und Saisons von ${username} auf Pitboard.`
      : `The sessions, leagues and seasons of ${username} on Pitboard.`
    return head(username, text, path, true)
  }
  const text = isGerman
    ? `${username} fährt gerade nicht. Die nächste Session erscheint hier von selbst.`
    : `${username} is not driving right now. The next session appears here by itself.`
  return head(`${username} live`, text, path, false)
}

function head(
  title: string,
  description: string,
  canonicalPath: string,
  indexed: boolean,
): PageHead {
  const picturePath = generalPicture
  return { title: `${title} · Pitboard`, description, canonicalPath, picturePath, indexed }
}
