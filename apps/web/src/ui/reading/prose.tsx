import type { ReactNode } from 'react'
import { TextLink, OutsideLink } from '../buttons/link.tsx'

/** Shows a longer message: paragraphs, `- ` and `1. ` lists, `code`, **strong** and [links](/where). */
export function Prose({ children }: { readonly children: string }) {
  return (
    <div className="flex max-w-prose flex-col gap-3">
      {children.split('\n\n').map((block) => (
        <Block key={block} lines={block.split('\n')} />
      ))}
    </div>
  )
}

const BULLET = /^- /
const NUMBER = /^\d+\. /

function Block({ lines }: { readonly lines: readonly string[] }) {
  if (lines.every((line) => BULLET.test(line))) {
    return <ul className="list-disc space-y-1 pl-5 marker:text-faint">{itemsOf(lines, BULLET)}</ul>
  }
  if (lines.every((line) => NUMBER.test(line))) {
    return (
      <ol className="list-decimal space-y-1 pl-6 marker:text-faint">{itemsOf(lines, NUMBER)}</ol>
    )
  }
  return <p>{inline(lines.join(' '))}</p>
}

function itemsOf(lines: readonly string[], mark: RegExp): ReactNode {
  return lines.map((line) => <li key={line}>{inline(line.replace(mark, ''))}</li>)
}

const INLINE = /(`[^`]+`|\*\*[^*]+\*\*|\[[^\][]+\]\([^()]+\))/

function inline(line: string): ReactNode {
  return line.split(INLINE).map((part, index) => {
    const key = `${index}${part}`
    if (part.startsWith('`')) {
      return (
        <code key={key} className="rounded-s bg-raised px-1 font-code text-[0.9em] wrap-anywhere">
          {part.slice(1, -1)}
        </code>
      )
    }
    if (part.startsWith('**')) {
      // The text's face is loaded in one weight; the other one has a bold of its own.
      return (
        <strong key={key} className="font-timing text-[1.08em] font-semibold">
          {part.slice(2, -2)}
        </strong>
      )
    }
    const [, label, href] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part) ?? []
    return label && href ? <ProseLink key={key} label={label} href={href} /> : part
  })
}

function ProseLink({ label, href }: { readonly label: string; readonly href: string }) {
  // The API and files such as the licences of others are not pages of the site.
  if (!href.startsWith('/') || href.startsWith('/api') || href.endsWith('.txt')) {
    return <OutsideLink href={href}>{label}</OutsideLink>
  }
  const [to = '/', hash] = href.split('#')
  return (
    <TextLink to={to} {...(hash === undefined ? {} : { hash })}>
      {label}
    </TextLink>
  )
}
