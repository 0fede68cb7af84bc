import { type Language, languageOfTag } from '@pitboard/contract/words/languages'
import { readFileSync } from 'node:fs'
import type { AuthUser } from '../tables/auth-tables.ts'
import { escapeMarkup } from '../../../platform/html/page.ts'
import type { Source } from '../http/source.ts'
import type { Mail } from './mailer.ts'

export const TEMPLATE_NAMES = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email-change',
  'reauthentication',
  'password-changed',
  'email-changed',
  'phone-changed',
  'identity-added',
  'identity-removed',
  'factor-added',
  'factor-removed',
  'passkey-added',
  'passkey-removed',
  'receiver-disabled',
] as const
export type TemplateName = (typeof TEMPLATE_NAMES)[number]

/** A template may name these between double braces. */
export interface TemplateValues {
  readonly siteUrl: string
  readonly email: string
  readonly newEmail?: string
  /** The number has its plus. */
  readonly phone?: string
  /** The kind of a second factor is in words. */
  readonly factor?: string
  /** The identity belongs to this service. */
  readonly provider?: string
  readonly confirmationUrl?: string
  readonly code?: string
  readonly league?: string
  /** The receiver gets a league's announcements. */
  readonly receiver?: string
  readonly pageUrl?: string
}

/**
 * Makes a mail of mail/templates/<name>.<language>.txt: its first line is the subject, its paragraphs are separated by
 * empty lines, and a paragraph in brackets is a button or a code.
 */
export function renderMail(
  name: TemplateName,
  language: Language,
  to: string,
  values: TemplateValues,
): Mail {
  const [subject = '', ...paragraphs] = readTemplate(name, language)
    .map((paragraph) => fill(paragraph, values))
    .filter((paragraph) => paragraph !== '')
  return composeMail(language, to, subject, paragraphs.map(readPart))
}

/** It is a part of a mail's content. A button is a link that the mail is about. */
export type MailPart =
  | { readonly kind: 'heading' | 'text' | 'code'; readonly text: string }
  | { readonly kind: 'button' | 'link'; readonly label: string; readonly url: string }

export function composeMail(
  language: Language,
  to: string,
  subject: string,
  parts: readonly MailPart[],
): Mail {
  const html = PAGE.replace('{{language}}', language).replace('{{content}}', () =>
    parts.map(htmlOf).join('\n'),
  )
  return { to, subject, text: `${parts.map(textOf).join('\n\n')}\n`, html }
}

const cache = new Map<string, readonly string[]>()
const PAGE = readFileSync(new URL('./templates/page.html', import.meta.url), 'utf8')

function readTemplate(name: TemplateName, language: Language): readonly string[] {
  const file = `${name}.${language}.txt`
  const known = cache.get(file)
  if (known) return known
  const text = readFileSync(new URL(`./templates/${file}`, import.meta.url), 'utf8')
  const paragraphs = text.trim().split(/\n\s*\n/)
  cache.set(file, paragraphs)
  return paragraphs
}

/** A paragraph that names something which this mail does not have is left out. */
function fill(paragraph: string, values: TemplateValues): string {
  const known = new Map<string, unknown>(Object.entries(values))
  const names = Array.from(paragraph.matchAll(/\{\{(\w+)\}\}/g), ([, name = '']) => name)
  if (names.some((name) => typeof known.get(name) !== 'string')) return ''
  return paragraph.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(known.get(name)))
}

const BUTTON = /^\[([^\]]+)\]\((\S+)\)$/
const CODE = /^\[(\d+)\]$/

function readPart(paragraph: string): MailPart {
  const [, label, url] = BUTTON.exec(paragraph) ?? []
  if (label !== undefined && url !== undefined) return { kind: 'button', label, url }
  const code = CODE.exec(paragraph)?.[1]
  if (code !== undefined) return { kind: 'code', text: code }
  return { kind: 'text', text: paragraph.replaceAll('\n', ' ') }
}

function textOf(part: MailPart): string {
  return 'url' in part ? `${part.label}:\n${part.url}` : part.text
}

function htmlOf(part: MailPart): string {
  if ('url' in part) {
    const style = part.kind === 'button' ? ' class="button"' : ''
    return `<p><a${style} href="${escapeMarkup(part.url)}">${escapeMarkup(part.label)}</a></p>`
  }
  if (part.kind === 'code') return `<p class="code">${part.text}</p>`
  const text = escapeMarkup(part.text).replaceAll('\n', '<br />')
  return part.kind === 'heading' ? `<h2>${text}</h2>` : `<p>${text}</p>`
}

/** Returns the language that the user has chosen, else the one that the browser prefers. */
export function languageOf(
  { user_metadata: metadata }: Pick<AuthUser, 'user_metadata'>,
  { language }: Pick<Source, 'language'>,
): Language {
  return languageOfTag(metadata['language']) ?? language
}
