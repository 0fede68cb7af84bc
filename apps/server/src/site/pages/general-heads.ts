import type { Language, PageHead } from '../../platform/html/page.ts'

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
  return head(title, description, path)
}

export function searchHead({ path, subject, language }: Asked): PageHead {
  const [title, description] =
    language === 'de'
      ? [`Suche: ${subject}`, 'Fahrer, Ligen, Saisons und Sessions auf Pitboard.']
      : [`Search: ${subject}`, 'Users, leagues, seasons and sessions on Pitboard.']
  return head(title, description, path)
}

/** The page that waits for a user's next session. */
export function waitingHead(username: string, { subject, language }: Asked): PageHead {
  const text =
    language === 'de'
      ? `${username} fährt gerade nicht. Die nächste Session erscheint hier von selbst.`
      : `${username} is not driving right now. The next session appears here by itself.`
  return {
    ...head(`${username} live`, text, `/liveUser/${subject}`),
    picturePath: userPicture(subject),
  }
}

/** What a user has driven. */
export function profileHead(username: string, { subject, language }: Asked): PageHead {
  const text =
    language === 'de'
      ? `Sessions, Bestzeiten und Ligen von ${username}.`
      : `Sessions, best laps and leagues of ${username}.`
  return {
    ...head(username, text, `/user/${subject}`),
    picturePath: userPicture(subject),
    indexed: true,
  }
}

function userPicture(userId: string): string {
  return `/og/user/${userId}.png`
}

function head(title: string, description: string, canonicalPath: string): PageHead {
  return {
    title: `${title} · Pitboard`,
    description,
    canonicalPath,
    picturePath: generalPicture,
    indexed: false,
  }
}
